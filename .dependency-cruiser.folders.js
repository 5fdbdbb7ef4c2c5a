import rooms from './.dependency-cruiser.js'

/** No folder leads back to itself. Without the tests, which start whole servers from wherever they stand. */
export default {
  forbidden: [
    {
      name: 'no-circles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...rooms.options, exclude: { path: [rooms.options.exclude.path, '\\.test\\.tsx?$', '^server/test/'] } },
}
