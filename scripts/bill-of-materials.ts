import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/**
 * Writes the CycloneDX bill of materials of package-lock.json and prints the licences of the packages that an installation
 * runs. Ends with an error for a licence that is not in the list below.
 */

/** Licences that allow running the package as a service beside code under MIT; LGPL because sharp loads libvips
 * dynamically, MPL because it covers only its own files. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
]

const FILE = 'bill-of-materials.cdx.json'

type Component = {
  name: string
  version: string
  properties?: { name: string; value: string }[]
  licenses?: { expression?: string; license?: { id?: string; name?: string } }[]
}

const has = ({ properties = [] }: Component, name: string) => properties.some((property) => property.name === name)
const getLicence = ({ licenses: [first] = [] }: Component) =>
  first?.expression ?? first?.license?.id ?? first?.license?.name ?? 'none'
const isAllowed = (licence: string) =>
  licence.split(/ AND | OR |[()]/).every((part) => part === '' || ALLOWED.includes(part))

const json = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
})
writeFileSync(FILE, json)

const { components }: { components: Component[] } = JSON.parse(json)
const run = components.filter(
  (component) => !has(component, 'cdx:npm:package:development') && !has(component, 'cdx:npm:package:private'),
)
const byLicence = Map.groupBy(run, getLicence)
for (const [licence, packages] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
  process.stdout.write(`${licence} (${packages.length}): ${packages.map(({ name }) => name).join(', ')}\n`)

const refused = [...byLicence].filter(([licence]) => !isAllowed(licence))
for (const [licence, packages] of refused)
  process.stderr.write(`Not an allowed licence: ${licence} of ${packages.map(({ name }) => name).join(', ')}\n`)
process.stdout.write(`${components.length} components in ${FILE}\n`)
if (refused.length > 0) process.exitCode = 1
