import type { Plugin } from 'vite'

const core = /\/zod\/v4\/core\/core\.js$/
const jsonSchemaHalf = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const schemas = /\/zod\/v4\/classic\/schemas\.js$/
/** Methods of every schema that the contract and the pages do not call. */
const unused = [
  'and',
  'exactOptional',
  'nonoptional',
  'prefault',
  'toJSONSchema',
  'validate',
  'validateAsync',
  'decode',
  'decodeAsync',
  'encode',
  'encodeAsync',
  'safeDecode',
  'safeDecodeAsync',
  'safeEncode',
  'safeEncodeAsync',
]

/**
 * Makes zod suitable for the browser. It must not compile code from text, which the content security policy forbids.
 * And every page that validates anything would download what only the server uses or nobody: its JSON Schema half, its
 * compiler, and the methods that a bundler cannot tell from those that are called. Formats of texts are declared as
 * `z.email()`; the older `z.string().email()` has no method in the browser.
 */
export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    transform(code, id) {
      // Not by calling `z.config`: schemas read this when they are declared, which is before any code of ours runs.
      if (core.test(id)) return { code: `${code}\nglobalConfig.jitless = true\n`, map: null }
      if (schemas.test(id)) return { code: withFewerMethods(code), map: null }
      return jsonSchemaHalf.test(id) ? { code: withoutWork(code), map: null } : undefined
    },
  }
}

/** The schemas without the methods that nobody calls, and without the compiler of objects. */
function withFewerMethods(code: string): string {
  const formats = /(_ZodString\.init\(inst, def\);\n\}), \{\n {4}email\(params\)[^]*?\n\}\);/
  return [
    (text: string) => cut(text, /core\.\$ZodObjectJIT\.init/, 'core.$ZodObject.init'),
    (text: string) => cut(text, formats, '$1);'),
    ...unused.map((name) => (text: string) => cut(text, methodOf(name), '')),
  ].reduce((text, step) => step(text), code)
}

/** A method of `ZodType`, at the indentation that the package is written with. */
function methodOf(name: string): RegExp {
  return new RegExp(`\\n {4}(?:async )?${name}(?:\\(|: (?:async )?function )[^]*?\\n {4}\\},(?=\\n)`)
}

/** @throws Error when there is no such part, as after an update of the package */
function cut(text: string, part: RegExp, rest: string): string {
  if (!part.test(text)) throw new Error(`zod is written differently now: ${part.source} is not in it`)
  return text.replace(part, rest)
}

/** The same exports, each replaced by a function that does nothing. */
function withoutWork(code: string): string {
  const named = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map((match) => match[1])
  return [
    ...named.map((name) => `export const ${name} = () => undefined`),
    ...renamed.map((name) => `const alias_${name} = () => undefined\nexport { alias_${name} as ${name} }`),
  ].join('\n')
}
