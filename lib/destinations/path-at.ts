/** Path and query below a destination's base URL, which may have a path of its own. An empty path is the base URL itself. */
export function pathAt(baseUrl: URL, path: string): string {
  if (path === '') return `${baseUrl.pathname}${baseUrl.search}`
  return `${baseUrl.pathname.replace(/\/$/, '')}${path}`
}
