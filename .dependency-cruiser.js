/** The rooms of the house and who may enter them (see ARCHITECTURE.md). */
export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
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
      name: 'web-goes-downstairs',
      comment: 'pages, app → features → ui, lib → core',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(features|pages|app)/' },
    },
    {
      name: 'features-know-no-pages',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(pages|app)/' },
    },
    {
      name: 'public-knows-no-admin',
      comment: 'the public bundle never carries back-office code',
      severity: 'error',
      from: { path: '^web/src/pages/public/' },
      to: { path: '^web/src/pages/admin/' },
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
