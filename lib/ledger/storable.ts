/**
 * Text that PostgreSQL can hold, cut to a limit: U+0000 and unpaired surrogates become U+FFFD. For messages only,
 * never for identities or content.
 */
export function storable(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replaceAll('\u0000', '\uFFFD')
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`
}
