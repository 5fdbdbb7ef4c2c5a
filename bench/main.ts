import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  args: withScale(process.argv.slice(2)),
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    scale: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    folder: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
})
const [what = values.scale ? 'scale' : 'table'] = positionals

if (what === 'table') await (await import('./table.ts')).printFigures()
else if (what === 'jobs') await (await import('./table.ts')).printJobs()
else if (what === 'images') await (await import('./image-rush.ts')).rushImages()
else if (what === 'soak') process.exitCode = (await (await import('./soak.ts')).soak(Number(values.minutes))) ? 0 : 1
else if (what === 'businesses')
  process.exitCode = (await (await import('./businesses.ts')).visitBusinesses(Number(values.minutes))) ? 0 : 1
else if (what === 'scale') await compareSizes()
else throw new Error(`There is no '${what}': table, jobs, images, soak, businesses or scale.`)

async function compareSizes() {
  const { sizesAt } = await import('./scale/sizes.ts')
  const { compareSizes } = await import('./scale/scale.ts')
  const { scale = '1', rounds, folder, fresh } = values
  await compareSizes({ sizes: sizesAt(Number(scale)), rounds: Number(rounds), folder, isFresh: fresh })
}

/** '--scale' by itself means all of it, '--scale 0.1' a tenth. */
function withScale(args: string[]): string[] {
  return args.map((arg, i) => (arg === '--scale' && !/^[\d.]+$/.test(args[i + 1] ?? '') ? '--scale=1' : arg))
}
