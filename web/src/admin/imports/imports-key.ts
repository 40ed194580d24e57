/** Of what the page reads, its history too. */
export const importsKey = ['imports'] as const
