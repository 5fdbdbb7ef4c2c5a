import packageJson from '../../../package.json' with { type: 'json' }

/** The release of this program. */
export const RELEASE = packageJson.version
