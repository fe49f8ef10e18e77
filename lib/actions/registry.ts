import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Problem } from '#lib/db/problem.ts'
import type { Action } from './action.ts'
import { checkAction } from './check-action.ts'

const ending = '.action.ts'

/** The actions of the code: what may be planned now, and what older operations need to be finished. */
export class Registry {
  readonly #byVersion = new Map<string, Action>()
  readonly #newest = new Map<string, Action>()

  /** @param actions without duplicates of name and version */
  constructor(actions: readonly Action[]) {
    for (const action of actions) {
      this.#byVersion.set(`${action.name}:${action.version}`, action)
      const known = this.#newest.get(action.name)
      if (known === undefined || known.version < action.version) this.#newest.set(action.name, action)
    }
  }

  /** The newest version of each action: new operations are planned with it. */
  get newest(): Action[] {
    return [...this.#newest.values()]
  }

  named(name: string): Action | undefined {
    return this.#newest.get(name)
  }

  /** The very version an operation was planned with. */
  find(name: string, version: number): Action | undefined {
    return this.#byVersion.get(`${name}:${version}`)
  }
}

/** Reads every `*.action.ts` of a folder. @throws Problem with the list of everything that is wrong */
export async function loadRegistry(folder: string = import.meta.dirname): Promise<Registry> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending)).sort()
  const problems: string[] = []
  const found = new Map<string, { file: string; action: Action }>()
  for (const file of files) {
    const action = await importAction(join(folder, file))
    const wrong = typeof action === 'string' ? [action] : checkAction(action.value)
    problems.push(...wrong.map((text) => `${file}: ${text}`))
    if (typeof action === 'string' || wrong.length > 0) continue
    const { name, version } = action.value as Action
    const twin = found.get(`${name}:${version}`)
    if (twin) problems.push(`${file}: ${name} version ${version} is defined in ${twin.file} too; raise its version`)
    else found.set(`${name}:${version}`, { file, action: action.value as Action })
  }
  if (problems.length > 0) {
    throw new Problem(
      `The actions in lib/actions are wrong; the worker was not started and no event was touched.\n${problems.map((text) => `  • ${text}`).join('\n')}`,
    )
  }
  return new Registry([...found.values()].map(({ action }) => action))
}

async function importAction(path: string): Promise<{ value: unknown } | string> {
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown }
    return { value: module.default }
  } catch (error) {
    return `it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`
  }
}
