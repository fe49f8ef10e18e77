import { build, isBuilt } from '#lib/start/build.ts'
import { say, step } from '#lib/start/say.ts'

/** Vitest's global set-up beside the test server: the web processes of these tests run the production build. */
export default async function buildProduct(): Promise<void> {
  if (isBuilt()) return
  await step('building the dashboard for the crash tests', () => build(new AbortController().signal))
  say('')
}
