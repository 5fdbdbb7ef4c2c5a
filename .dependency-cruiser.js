/** The server's floors, from the bottom up: a folder imports those below it. What one item names imports each other in one direction. */
const FLOORS = [
  ['lib'],
  ['settings'],
  ['database'],
  ['queue'],
  ['tenants'],
  ['cache', 'outbox'],
  ['http'],
  [
    'availability',
    'bookings',
    'calendar-files',
    'calendars',
    'configuration',
    'contact',
    'customers',
    'dashboard',
    'days-off',
    'demo',
    'emails',
    'notifications',
    'numbers',
    'openings',
    'pages',
    'privacy',
    'provider',
    'services',
    'session',
    'undo',
    'uploads',
    'users',
    'waiting',
  ],
  ['commands'],
]

const onFloor = (folders) => `^server/src/(${folders.join('|')})/`

/** Tests start whole servers from wherever they stand. */
const TESTS = ['\\.test\\.ts$', '^server/test/']

const floorRules = FLOORS.flatMap((folders, floor) => {
  const above = FLOORS.slice(floor + 1).flat()
  return [
    {
      name: `server-${folders.length > 2 ? 'features' : folders.join('-and-')}-know-nothing-above`,
      severity: 'error',
      from: { path: onFloor(folders), pathNot: TESTS },
      to: { path: [...(above.length > 0 ? [onFloor(above)] : []), '^server/src/[^/]+$'] },
    },
  ]
})

/** The rooms of the house and who may enter them (see ARCHITECTURE.md). */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-folder-has-a-floor',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^server/src/.+/', pathNot: onFloor(FLOORS.flat()) },
    },
    ...floorRules,
    {
      name: 'postgres-stands-alone',
      comment: 'the embedded PostgreSQL knows nothing of what is kept in it',
      severity: 'error',
      from: { path: '^postgres/src', pathNot: TESTS },
      to: { path: '^(server|web)/' },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'core-is-pure',
      comment: 'core imports itself and its schema library, nothing else',
      severity: 'error',
      from: { path: '^core/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^core/src', '^node_modules/zod/'] },
    },
    {
      name: 'server-and-web-are-apart',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    { name: 'web-and-server-are-apart', severity: 'error', from: { path: '^web/' }, to: { path: '^server/' } },
    {
      name: 'only-app-mounts-routes',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/app\\.ts$' },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'sql-in-repositories',
      comment: 'SQL lives in *.repository.ts and database/; nobody else talks to the driver or the query builder',
      severity: 'error',
      from: {
        path: '^server/src',
        pathNot: ['\\.repository\\.ts$', '^server/src/database/', '\\.test\\.ts$', '^server/test/'],
      },
      to: { path: ['^node_modules/kysely/', '^node_modules/pg/'] },
    },
    {
      name: 'site-knows-no-admin',
      comment: 'visitors never load what only the staff needs',
      severity: 'error',
      from: { path: '^web/src/site/' },
      to: { path: '^web/src/admin/' },
    },
    {
      name: 'admin-shows-the-site-in-its-preview-alone',
      severity: 'error',
      from: { path: '^web/src/admin/', pathNot: '^web/src/admin/preview/' },
      to: { path: '^web/src/site/' },
    },
    {
      name: 'emails-stand-alone',
      comment: 'mail programs understand nothing of what browsers do',
      severity: 'error',
      from: { path: '^web/src/email/' },
      to: { path: '^web/src/(site|admin|ui|lib)/' },
    },
    {
      name: 'what-other-sites-load-stands-alone',
      comment: 'it runs on pages of others, and weighs next to nothing',
      severity: 'error',
      from: { path: '^web/src/embed/' },
      to: { path: '^web/src/(?!embed/)' },
    },
    {
      name: 'ui-and-lib-know-neither-site-nor-admin',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(site|admin|email)/' },
    },
    {
      name: 'web-goes-downstairs',
      comment: 'contents → pages → features → ui, lib → core',
      severity: 'error',
      from: { path: '^web/src/[^/]+/(?!pages/)[^/]+/', pathNot: '^web/src/admin/preview/' },
      to: { path: '^web/src/(site|admin)/(pages/|[^/]+$)', pathNot: '\\.css$' },
    },
    {
      name: 'web-ui-and-lib-are-below-features',
      severity: 'error',
      from: { path: '^web/src/((site|admin)/)?(ui|lib)/' },
      to: { path: '^web/src/(site|admin)/(?!ui/|lib/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    // TypeScript 7 has no parser that this tool can use yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
}
