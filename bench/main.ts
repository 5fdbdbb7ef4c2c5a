import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' } },
})
const [what = 'table'] = positionals

if (what === 'table') await (await import('./table.ts')).printTable()
else if (what === 'jobs') await (await import('./table.ts')).printJobs()
else if (what === 'images') await (await import('./image-rush.ts')).rushImages()
else if (what === 'soak') process.exitCode = (await (await import('./soak.ts')).soak(Number(values.minutes))) ? 0 : 1
else if (what === 'businesses')
  process.exitCode = (await (await import('./businesses.ts')).visitBusinesses(Number(values.minutes))) ? 0 : 1
else throw new Error(`There is no '${what}': table, jobs, images, soak or businesses.`)
