import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from './write-private-file.ts'

/** What we must remember of a cluster between starts; kept in the data folder, readable by its owner alone. */
export interface ClusterRecord {
  readonly password: string
  /** Where the cluster is when it is not in the data folder, which may be moved as a whole. */
  readonly elsewhere?: string
}

const fileOf = (dataDir: string) => join(dataDir, 'database.json')

export function clusterRecord(dataDir: string): ClusterRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ClusterRecord
    return record.password ? record : undefined
  } catch (error) {
    // A lost or torn record is made anew: whoever owns the cluster's files may set its password.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function saveClusterRecord(dataDir: string, record: ClusterRecord): void {
  writePrivateFile(fileOf(dataDir), `${JSON.stringify(record, null, 2)}\n`)
}
