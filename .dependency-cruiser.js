/** The server's layers, from the bottom up: a folder imports only the layers below it, and folders of its own layer in one direction. */
const LAYERS = [
  ['lib'],
  ['settings'],
  ['database'],
  ['queue'],
  ['tenants'],
  ['cache', 'outbox'],
  ['plugins'],
  ['features'],
  ['commands'],
]

const inLayer = (folders) => `^server/src/(${folders.join('|')})/`

/** Tests may start whole servers. */
const TESTS = ['\\.test\\.tsx?$', '^test-support/', '^web/src/admin/testing/']

const layerRules = LAYERS.map((folders, layer) => {
  const above = LAYERS.slice(layer + 1).flat()
  return {
    name: `server-${folders.join('-and-')}-imports-no-layer-above`,
    severity: 'error',
    from: { path: inLayer(folders), pathNot: TESTS },
    to: { path: [...(above.length > 0 ? [inLayer(above)] : []), '^server/src/[^/]+$'] },
  }
})

/** The direction of imports between packages and layers (see ARCHITECTURE.md). */
export default {
  forbidden: [
    { name: 'no-import-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-server-folder-has-a-layer',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^server/src/.+/', pathNot: [inLayer(LAYERS.flat()), '^server/src/tests/'] },
    },
    ...layerRules,
    {
      name: 'postgres-imports-no-server-or-web',
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
    { name: 'server-imports-no-web', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    { name: 'web-imports-no-server', severity: 'error', from: { path: '^web/' }, to: { path: '^server/' } },
    {
      name: 'products-import-no-tools',
      comment: 'only tests import test-support; nothing imports e2e, bench, chaos or scripts',
      severity: 'error',
      from: { path: '^(core|postgres|server|web)/', pathNot: TESTS },
      to: { path: '^(test-support|e2e|bench|chaos|scripts)/' },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: '^web/', pathNot: TESTS },
      to: { path: '^web/src/admin/testing/' },
    },
    {
      name: 'tools-stay-apart',
      severity: 'error',
      from: { path: '^(test-support|e2e|bench|chaos|scripts)/' },
      to: { path: '^(test-support|e2e|bench|chaos|scripts)/', pathNot: ['^test-support/', '^$1/'] },
    },
    {
      name: 'only-app-mounts-routes',
      severity: 'error',
      from: { path: '^server/src', pathNot: '^server/src/app\\.ts$' },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'sql-only-in-repositories',
      comment: 'SQL is in *.repository.ts and database/; no other file uses the driver or the query builder',
      severity: 'error',
      from: {
        path: '^server/src',
        pathNot: ['\\.repository\\.ts$', '^server/src/database/', '\\.test\\.ts$'],
      },
      to: { path: ['^node_modules/kysely/', '^node_modules/pg/'] },
    },
    {
      name: 'few-modules-open-connections',
      comment: 'only these modules connect to other hosts',
      severity: 'error',
      from: {
        path: '^(core|server|web)/src',
        pathNot: [
          ...TESTS,
          '^server/src/database/',
          '^server/src/outbox/(mailer|test-mail)\\.ts$',
          '^server/src/features/uploads/file-store\\.ts$',
          // Asks the name servers of the settings.
          '^server/src/lib/dns-lookup\\.ts$',
          // Only to public addresses.
          '^server/src/lib/outgoing/',
          // Only for the names of status codes.
          '^server/src/plugins/error-handler\\.ts$',
        ],
      },
      to: {
        path: ['^(node:)?(https?|http2|tls|dgram|dns|dns/promises)$', '^node_modules/(s3mini|nodemailer|undici)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'site-imports-no-admin',
      comment: 'visitors never load code that only the staff needs',
      severity: 'error',
      from: { path: '^web/src/site/' },
      to: { path: '^web/src/admin/' },
    },
    {
      name: 'only-the-preview-imports-the-site',
      severity: 'error',
      from: { path: '^web/src/admin/', pathNot: '^web/src/admin/preview/' },
      to: { path: '^web/src/site/' },
    },
    {
      name: 'emails-import-no-browser-code',
      severity: 'error',
      from: { path: '^web/src/emails/' },
      to: { path: '^web/src/(site|admin|ui|lib)/' },
    },
    {
      name: 'embed-imports-only-itself',
      comment: 'it runs on pages of other sites and must stay small',
      severity: 'error',
      from: { path: '^web/src/embed/' },
      to: { path: '^web/src/(?!embed/)' },
    },
    {
      name: 'ui-and-lib-import-neither-site-nor-admin',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(site|admin|email)/' },
    },
    {
      name: 'web-layers',
      comment: 'entries → pages → features → ui, lib → core',
      severity: 'error',
      from: { path: '^web/src/(site|admin)/(features|ui|lib)/' },
      to: { path: '^web/src/(site|admin)/(pages/|layout/|[^/]+$)', pathNot: '\\.css$' },
    },
    {
      name: 'web-ui-and-lib-are-below-features',
      severity: 'error',
      from: { path: '^web/src/((site|admin)/)?(ui|lib)/', pathNot: TESTS },
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
