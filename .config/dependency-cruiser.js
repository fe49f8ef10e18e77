// The rooms of ARCHITECTURE.md, and who may enter which. `node .config/check-boundaries.ts` runs it.

const TEST = '\\.test\\.tsx?$'
const not = (...patterns) => patterns.join('|')

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'core-knows-only-the-database',
      comment: 'lib/ledger knows PostgreSQL and nothing of Next, React, HTTP, the environment or the clock.',
      severity: 'error',
      from: { path: '^lib/ledger/', pathNot: not(TEST, '^lib/ledger/generate\\.ts$') },
      to: { pathNot: not('^lib/(ledger|db|json)/', '^(node:)?crypto$'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-types-only-the-database',
      comment: 'Not even the types of the rooms around it.',
      severity: 'error',
      from: { path: '^lib/ledger/', pathNot: not(TEST, '^lib/ledger/generate\\.ts$') },
      to: { path: not('^(app|components)/', '^lib/(?!ledger/|db/|json/)', 'node_modules/(next|react)') },
    },
    {
      name: 'providers-are-pure',
      comment: 'Bytes, headers, secrets and now in; a result out. No database, no environment, no file, no network.',
      severity: 'error',
      from: { path: '^lib/providers/', pathNot: not(TEST, '^lib/providers/(run-)?vectors?(/|\\.ts)') },
      to: {
        path: not(
          '^(app|components)/',
          '^lib/(?!providers/|json/|ledger/)',
          '^(node:)?(fs|http|https|net|tls|child_process)(/|$)',
          'node_modules/(pg|undici|next|react)/',
        ),
      },
    },
    {
      name: 'providers-take-only-types-of-the-core',
      severity: 'error',
      from: { path: '^lib/providers/', pathNot: TEST },
      to: { path: '^lib/ledger/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-hold-no-sql',
      comment: 'Pages and routes parse, permit, call one verb and answer.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: not('^lib/db/', '^lib/generated/', 'node_modules/(pg|@prisma|prisma)/') },
    },
    {
      name: 'pages-enter-by-the-front',
      comment: 'lib/web reads and permits, lib/commands acts, lib/inbox receives; the machine is everybody’s.',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        path: '^lib/',
        pathNot: not('^lib/(web|commands|inbox)/', '^lib/ledger/machine\\.ts$'),
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'components-show-only',
      comment: 'They get plain rows; of lib they know the machine, and the types of what queries return.',
      severity: 'error',
      from: { path: '^components/', pathNot: '\\.test\\.ts$' },
      to: { path: '^lib/', pathNot: '^lib/ledger/machine\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'components-type-only-queries',
      severity: 'error',
      from: { path: '^components/', pathNot: '\\.test\\.ts$' },
      to: { path: not('^app/', '^lib/'), pathNot: not('^lib/ledger/machine\\.ts$', '^lib/web/queries/') },
    },
    {
      name: 'ui-has-no-domain',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: not('^lib/', '^components/(?!ui/)') },
    },
    {
      name: 'lib-knows-no-pages',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'server-only-is-for-web',
      comment: 'It throws in plain Node, where worker, command line and tests run.',
      severity: 'error',
      from: { pathNot: '^lib/web/' },
      to: { path: 'server-only' },
    },
    {
      name: 'database-knows-no-product',
      comment: 'lib/db is below everything; it may find a running installation.',
      severity: 'error',
      from: { path: '^lib/db/', pathNot: TEST },
      to: { path: '^lib/', pathNot: not('^lib/(db|generated)/', '^lib/env\\.ts$', '^lib/start/runtime\\.ts$') },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: not(TEST, '^lib/testing/') },
      to: { path: not('^lib/testing/', '^e2e/', TEST) },
    },
    {
      name: 'product-needs-no-dev-dependency',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: not(TEST, '^lib/testing/') },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: { pathNot: '^lib/generated/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^server-only$' },
    },
    {
      name: 'no-orphan',
      comment: 'Nothing imports it and it imports nothing.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: not(
          '^app/',
          '^bench/baseline/',
          '^\\.config/',
          '^lib/generated/',
          '\\.d\\.ts$',
          '^(proxy|instrumentation)\\.ts$',
        ),
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^lib/generated/'] },
    exclude: { path: '\\.css$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
