import { say, step } from './say.ts'
import { spawnNode } from './spawn-node.ts'

const LIMIT_MS = 60_000

/** Plays the demo into a new installation, so that its first page is not empty. Its failure stops nothing. */
export async function playDemo(env: NodeJS.ProcessEnv, stop: AbortSignal): Promise<void> {
  const output: string[] = []
  await step('playing the demo timeline', async () => {
    const demo = await spawnNode({
      args: ['lib/demo/main.ts', '--first-start'],
      env,
      stopMs: 2_000,
      onLine: (line) => output.push(line),
    })
    const limit = AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS)])
    const ended = await Promise.race([
      demo.exited,
      new Promise<string>((resolve) =>
        limit.addEventListener('abort', () => resolve('it took too long'), { once: true }),
      ),
    ])
    await demo.stop(limit)
    if (ended !== 'it ended with exit code 0' && !stop.aborted) {
      say(`  The demo did not play through (${ended}); everything else works. Play it again with: npm run demo`)
      for (const line of output.slice(-5)) say(`    ${line}`)
    }
  })
}
