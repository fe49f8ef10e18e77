import { expect, test } from 'vitest'
import { type Keyset, keysetArgs, PAGE_ROWS, toPage } from './keyset.ts'

const newest: Keyset = { before: null, after: null }

/** What the database would answer, from ids 1 to `count`. */
function page(count: number, keyset: Keyset) {
  const { where, orderBy, take } = keysetArgs(keyset)
  const ids = Array.from({ length: count }, (_, index) => BigInt(index + 1))
    .filter(
      (id) => (where.id?.lt === undefined || id < where.id.lt) && (where.id?.gt === undefined || id > where.id.gt),
    )
    .sort((a, b) => (orderBy.id === 'asc' ? Number(a - b) : Number(b - a)))
  return toPage(ids.slice(0, take), keyset, (id) => id, Number)
}

function walk(count: number, from: Keyset, way: 'older' | 'newer') {
  const pages = [page(count, from)]
  for (let at = pages[0]; at?.[way] != null && pages.length < 20; pages.push(at)) {
    const id = BigInt(at[way])
    at = page(count, way === 'older' ? { before: id, after: null } : { before: null, after: id })
  }
  return pages
}

test.each([0, 1, PAGE_ROWS, PAGE_ROWS + 1, 3 * PAGE_ROWS, 3 * PAGE_ROWS + 7])(
  'going older through %i rows shows each once, newest first, and ends',
  (count) => {
    const pages = walk(count, newest, 'older')
    expect(pages.flatMap(({ rows }) => rows)).toEqual(Array.from({ length: count }, (_, index) => count - index))
    expect(pages).toHaveLength(Math.max(1, Math.ceil(count / PAGE_ROWS)))
    expect(pages[0]?.newer).toBeNull()
    expect(pages.at(-1)?.older).toBeNull()
  },
)

test('going newer from the oldest page skips and repeats nothing, and ends at the newest row', () => {
  const count = 3 * PAGE_ROWS + 7
  const last = walk(count, newest, 'older').at(-1)
  const way = walk(count, { before: null, after: BigInt(last?.newer ?? 0) }, 'newer')
  const seen = [last, ...way].flatMap((one) => one?.rows.toReversed() ?? [])
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(way.every(({ rows }) => rows.every((id, at) => at === 0 || id < (rows[at - 1] ?? 0)))).toBe(true)
})

test('rows that arrive meanwhile do not shift the older pages', () => {
  const first = page(120, newest)
  const keyset = { before: BigInt(first.older ?? 0), after: null }
  expect(page(500, keyset)).toEqual(page(120, keyset))
})

test('ids beyond 2^53 are ordered and handed on exactly', () => {
  const ids = [2n ** 53n, 2n ** 53n + 1n]
  const read = toPage(ids, { before: null, after: 1n }, (id) => id, String)
  expect(read.rows).toEqual(['9007199254740993', '9007199254740992'])
  expect(read.older).toBe('9007199254740992')
})

test('where a URL names both ends, below wins in the question and in the answer', () => {
  const both = { before: 60n, after: 10n }
  expect(keysetArgs(both)).toMatchObject({ where: { id: { lt: 60n } }, orderBy: { id: 'desc' } })
  expect(page(100, both).rows[0]).toBe(59)
})
