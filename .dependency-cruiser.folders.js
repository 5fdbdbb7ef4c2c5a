import boundaries from './.dependency-cruiser.js'

/** Forbids import cycles between folders. Tests are left out, since they start whole servers. */
export default {
  forbidden: [
    {
      name: 'no-cycles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...boundaries.options,
    exclude: { path: [boundaries.options.exclude.path, '\\.test\\.tsx?$', '^test-support/'] },
  },
}
