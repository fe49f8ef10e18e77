/** A path of ours to go to after signing in; anything that could lead elsewhere becomes the first page. */
export function localPath(given: string | string[] | undefined): string {
  if (typeof given !== 'string' || !given.startsWith('/') || given.length > 2000) return '/'
  const base = 'http://ledger.invalid'
  if (!URL.canParse(given, base)) return '/'
  const url = new URL(given, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  return url.pathname.startsWith('/sign-in') ? '/' : url.pathname + url.search
}
