/** Runs once before the first request: a wrong configuration stops the server here, with the list of what is wrong. */
export async function register(): Promise<void> {
  // Next replaces this name when it builds; the variant for other runtimes must not contain Node's API.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { loadEnv } = await import('#lib/env.ts')
  loadEnv()
}
