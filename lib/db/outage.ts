/**
 * Whether an error means that the database could not be reached or gave up for now, as opposed to refusing what it was
 * asked. SQLSTATE classes: 08 connection, 53 resources, 57 operator intervention (shutdown, timeout), 58 system, and
 * 40 (rolled back for others' sake), 25006/25P03 (read-only, idle time-out). Everything without a SQLSTATE that the
 * driver or the socket raised counts too.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
    return /^(08|40|53|57|58)|^(25006|25P03|55P03)$/.test(code)
  if (typeof code === 'string') return /^E[A-Z]+$/.test(code)
  return /timeout|terminated|connection|not queryable|ended|closed/i.test(error.message)
}
