import type { ESTree, Plugin } from 'vite'

/** What a caller of an endpoint has to know. */
const CALLED_BY = ['method', 'path', 'file', 'produces']

/** Values that are made by calling something. */
const MADE = ['CallExpression', 'ObjectExpression']

/**
 * Of core browsers get what they use. An endpoint is where it is called, without what is checked there; and since core does
 * nothing but make values, a value that nobody uses is not made.
 */
export const coreInBrowsers: Plugin = {
  name: 'core-in-browsers',
  transform: {
    filter: { id: /\/core\/src\/.+\.ts$/ },
    handler(code) {
      const textOf = ({ start, end }: ESTree.Span) => code.slice(start, end)
      const addressOf = (endpoint: ESTree.ObjectExpression) =>
        endpoint.properties
          .filter(
            (given) =>
              given.type === 'Property' && given.key.type === 'Identifier' && CALLED_BY.includes(given.key.name),
          )
          .map(textOf)
          .join(', ')

      const values = this.parse(code).body.flatMap((statement) => {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        return declaration?.type === 'VariableDeclaration' ? declaration.declarations.map(({ init }) => init) : []
      })
      // From the last one on, so that what stands before keeps its place.
      return values.reduceRight((rest, value) => {
        if (!value || !MADE.includes(value.type)) return rest
        const endpoint = endpointIn(value)
        const made = endpoint ? `{ ${addressOf(endpoint)} }` : textOf(value)
        return `${rest.slice(0, value.start)}/* @__PURE__ */ (() => (${made}))()${rest.slice(value.end)}`
      }, code)
    },
  },
}

function endpointIn(value: ESTree.Expression): ESTree.ObjectExpression | undefined {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'endpoint') return
  const [given] = value.arguments
  return given?.type === 'ObjectExpression' ? given : undefined
}
