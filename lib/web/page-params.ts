import { createParser } from 'nuqs/server'
import { parseId } from './parse-id.ts'

const parseAsId = createParser({ parse: parseId, serialize: String })

/** Keyset paging in the URL: the page below one id, or above one. */
export const pageParams = { before: parseAsId, after: parseAsId }
