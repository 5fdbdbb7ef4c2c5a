import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

// Checks that a text that changes, or stands beside something that comes and goes, is alone in its element. A browser
// that translates a page replaces its text nodes: React then changes a text that is no longer shown, or throws.

type Child = ESTree.JSXChild
type Expression = ESTree.JSXExpression

/** Names of properties that hold elements, never a text. */
const ELEMENTS = [
  'actions',
  'after',
  'apart',
  'before',
  'children',
  'content',
  'cover',
  'dialog',
  'foot',
  'links',
  'note',
]

/** Functions whose result a translator must not change, since 'mar 3' would become 'sea 3'. */
const FORMATTERS =
  /^(format(Cost|Date|Day|Days|Month|Months|NextDay|Period|Price|ShortDay|Span)|customerName|timeRange|timesText|toShortTime|toPanelTime)$/

const root = join(import.meta.dirname, 'src')
function checkFile(file: string) {
  const source = readFileSync(join(root, file), 'utf8')
  const elements = new Set(ELEMENTS)
  const { program } = parseSync(file, source, { preserveParens: false })
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'JSXElement') elements.add(id.name)
    },
  }).visit(program)
  const report = (text: Child, problem: string) => {
    const line = source.slice(0, text.start).split('\n').length
    const [code] = source.slice(text.start, text.end).trim().split('\n')
    console.error(`web/src/${file}:${line}: this text ${problem}: ${code}`)
    process.exitCode = 1
  }
  const check = (node: ESTree.JSXElement | ESTree.JSXFragment) => {
    if (!isTranslated(node)) return
    const text = findText(node.children, { isFragment: node.type === 'JSXFragment', elements })
    if (text) report(text, 'needs an element of its own')
    const formatted = isHost(node) && node.children.find(isFormatted)
    if (formatted) report(formatted, 'needs an element with translate="no"')
  }
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(program)
}

/** The first child that needs an element of its own. */
function findText(all: Child[], { isFragment, elements }: { isFragment: boolean; elements: Set<string> }) {
  const children = all.filter((child) => !isEmpty(child))
  const changing = children.filter((child) => child.type === 'JSXExpressionContainer' && !isStaticText(child))
  const isText = (child: Child) => child.type === 'JSXExpressionContainer' && !isElement(child.expression, elements)
  // React inserts elements before a text, and removes the texts of a fragment one by one.
  if (isFragment) return children.find((child) => isStaticText(child) || (changing.includes(child) && isText(child)))
  if (children.length > 1)
    return changing.find(isText) ?? (changing.length > 0 ? children.find(isStaticText) : undefined)
}

/** Whether a child is only a time, a day or a price. */
function isFormatted(child: Child) {
  if (child.type !== 'JSXExpressionContainer' || child.expression.type !== 'CallExpression') return false
  const { callee } = child.expression
  return callee.type === 'Identifier' && FORMATTERS.test(callee.name)
}

const isTranslated = (node: ESTree.JSXElement | ESTree.JSXFragment) =>
  node.type === 'JSXFragment' ||
  !node.openingElement.attributes.some(
    (attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === 'translate',
  )

/** Whether a node is an element of HTML; a component may show its children in one with translate="no". */
const isHost = (node: ESTree.JSXElement | ESTree.JSXFragment) =>
  node.type === 'JSXElement' &&
  node.openingElement.name.type === 'JSXIdentifier' &&
  /^[a-z]/.test(node.openingElement.name.name)

const isEmpty = (child: Child) =>
  child.type === 'JSXText'
    ? !/\S/.test(child.value)
    : child.type === 'JSXExpressionContainer' &&
      (child.expression.type === 'JSXEmptyExpression' ||
        (child.expression.type === 'Literal' && child.expression.value === ' '))

const isStaticText = (child: Child) =>
  child.type === 'JSXText' ||
  (child.type === 'JSXExpressionContainer' &&
    child.expression.type === 'Literal' &&
    typeof child.expression.value === 'string')

/** Whether an expression is an element, a list of elements or nothing. */
function isElement(value: Expression, elements: Set<string>): boolean {
  const is = (part: Expression) => isElement(part, elements)
  switch (value.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'Literal':
      return value.value === null
    case 'Identifier':
      return value.name === 'undefined' || elements.has(value.name)
    case 'MemberExpression':
      return value.property.type === 'Identifier' && elements.has(value.property.name)
    case 'LogicalExpression':
      return is(value.right) && (value.operator === '&&' || is(value.left))
    case 'ConditionalExpression':
      return is(value.consequent) && is(value.alternate)
    case 'ChainExpression':
      return is(value.expression)
    case 'CallExpression':
      if (value.callee.type === 'Identifier' && value.callee.name === 'createPortal') return true
      return value.arguments.some(
        (argument) => argument.type === 'ArrowFunctionExpression' && returnsElement(argument, is),
      )
    default:
      return false
  }
}

function returnsElement({ body }: ESTree.ArrowFunctionExpression, is: (value: Expression) => boolean) {
  if (body.type !== 'BlockStatement') return is(body)
  const last = body.body.at(-1)
  return last?.type === 'ReturnStatement' && last.argument !== null && is(last.argument)
}

for (const file of globSync('{admin,site,ui}/**/*.tsx', { cwd: root })) checkFile(file)
