import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/** 8 kB writes with fdatasync per second, in the folder the benchmark's database uses. */
export function measureFsync(folder: string): { perSecond: number; by: string } {
  const tool = findTool()
  if (tool !== undefined) {
    const output = execFileSync(tool, ['-s', '1', '-f', path.join(folder, 'fsync.test')], {
      encoding: 'utf8',
      cwd: folder,
    })
    const figure = /fdatasync\s+([\d.]+) ops\/sec/.exec(output)?.[1]
    if (figure !== undefined) return { perSecond: Number(figure), by: 'pg_test_fsync, fdatasync, one 8 kB write' }
  }
  return {
    perSecond: ownMeasure(folder),
    by: 'own loop of fdatasync after one 8 kB write (pg_test_fsync is not installed)',
  }
}

function findTool(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  return versions.map((version) => path.join(root, version, 'bin/pg_test_fsync')).find((file) => existsSync(file))
}

function ownMeasure(folder: string): number {
  const made = mkdtempSync(path.join(folder, 'fsync-'))
  const file = openSync(path.join(made, 'file'), 'w')
  const block = Buffer.alloc(8192, 1)
  let writes = 0
  const started = performance.now()
  while (performance.now() - started < 2_000) {
    writeSync(file, block, 0, block.length, 0)
    fdatasyncSync(file)
    writes++
  }
  const seconds = (performance.now() - started) / 1000
  closeSync(file)
  rmSync(made, { recursive: true })
  return writes / seconds
}
