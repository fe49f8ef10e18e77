/** PostgreSQL's programs get nothing of our environment: it may hold secrets, and PG* variables change what they do. */
export const SERVER_ENV: NodeJS.ProcessEnv = { NODE_ENV: 'production', LC_ALL: 'C', PATH: '/usr/bin:/bin' }
