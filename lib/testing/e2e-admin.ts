/** The account the browser tests sign in with. */
export const admin = { email: 'admin@example.com', password: 'browser-tests-admin-1' } as const
