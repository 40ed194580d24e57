import packageFile from '../package.json' with { type: 'json' }

/** Of this program. */
export const { version } = packageFile
