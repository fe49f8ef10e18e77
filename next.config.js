/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  // `npm test` checks the types of everything, tests included; `npm start` should not fail over a test's.
  typescript: { ignoreBuildErrors: true },
  reactCompiler: true,
  poweredByHeader: false,
  // A provider's POST must never meet a redirect: an address and its twin with a slash answer directly.
  skipTrailingSlashRedirect: true,
  experimental: {
    // `forbidden()`: a page that is not for the person's role answers 403.
    authInterrupts: true,
    optimizePackageImports: ['@mantine/core', '@mantine/hooks'],
  },
}

export default config
