import { prisma } from '#lib/db/prisma.ts'

export async function hasDemo(): Promise<boolean> {
  const demo = await prisma().source.findFirst({ where: { demo: true }, select: { id: true } })
  return demo !== null
}
