import { z } from 'zod'

/** A day: a wider window would outlast every provider's own clock problems and only help whoever captured a request. */
const seconds = z.int().min(1).max(86_400)

export function toleranceFields(pastSeconds: number, futureSeconds: number) {
  return {
    pastToleranceSeconds: seconds.default(pastSeconds),
    futureToleranceSeconds: seconds.default(futureSeconds),
  }
}
