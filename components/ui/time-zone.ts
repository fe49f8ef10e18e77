/** The zone a cookie names, or UTC where it names none that exists. */
export function timeZoneOf(name: string | undefined): string {
  if (name === undefined || name.length > 60) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: decodeURIComponent(name) }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError || error instanceof URIError) return 'UTC'
    throw error
  }
}
