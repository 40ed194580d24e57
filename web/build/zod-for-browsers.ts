import type { Plugin } from 'vite'

const jsonSchemaHalf = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/**
 * Leaves the JSON Schema half of zod out of the browser's files (6 KB on every route that checks something): only the server
 * writes the API description. Every function of those modules becomes one that does nothing.
 */
export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    transform(code, id) {
      if (!jsonSchemaHalf.test(id)) return undefined
      const named = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
      const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map((match) => match[1])
      const stubs = named.map((name) => `export const ${name} = () => undefined`)
      const aliases = renamed.map(
        (name) => `const alias_${name} = () => undefined\nexport { alias_${name} as ${name} }`,
      )
      return { code: [...stubs, ...aliases].join('\n'), map: null }
    },
  }
}
