/**
 * Where a request came from, for people to read: the last address a proxy put into X-Forwarded-For, else the socket's.
 * Without a proxy in front a sender can choose the header, so it never decides anything.
 */
export function remoteAddress(
  forwardedFor: string | null | undefined,
  socketAddress: string | null | undefined,
): string | null {
  const last = forwardedFor?.split(',').at(-1)?.trim()
  return last ? last.slice(0, 64) : (socketAddress ?? null)
}
