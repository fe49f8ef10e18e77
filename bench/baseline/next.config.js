import path from 'node:path'

/** @type {import('next').NextConfig} */
const config = {
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: path.join(import.meta.dirname, '../..') },
  poweredByHeader: false,
}

export default config
