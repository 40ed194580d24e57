import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Described, fieldsOf, profileJsonSchema } from '@portal/server/settings/profile-schema.ts'
import { root } from './read-revision.ts'

/** `node tools/house/profile-docs.ts` writes docs/profile.md and the JSON Schema for editors from the profile's schema. */

const introduction = `# The utility profile

One JSON file has everything about a utility that pages, emails, texts, files and commands say
([\`PROFILE_FILE\`](operations.md#settings)), with the files it names beside it. Begin with the shipped one,
[default.json](../server/profile/default.json), and a copy of [profile.schema.json](../server/profile/profile.schema.json) beside
yours: your editor completes and checks what you type. The server starts only with fields that are listed here; those in bold are
needed. \`node tools/house/profile-docs.ts\` writes this page from the schema.

| Field | Kind and default | Meaning |
|---|---|---|`

const languages = `
Texts that a profile has are in the utility's own language. Where it has none, the portal speaks neutrally.
`

/** Each generated file with what it has to say. */
export function profileDocs(): ReadonlyMap<string, string> {
  const rows = fieldsOf(profileJsonSchema)
    .filter(({ field }) => field.description !== undefined)
    .map(({ path, field, isNeeded }) => {
      const about = field.description ?? ''
      const name = isNeeded ? `**\`${path}\`**` : `\`${path}\``
      return `| ${name} | ${[kindOf(field), ...defaultOf(field)].join(', ')} | ${about} |`
    })
  return new Map([
    ['docs/profile.md', `${[introduction, ...rows].join('\n')}\n${languages}`],
    ['server/profile/profile.schema.json', `${JSON.stringify(profileJsonSchema, null, 2)}\n`],
  ])
}

function kindOf({ type, enum: values, const: only, format, minimum, maximum, maxLength }: Described): string {
  if (only !== undefined) return `\`${only}\``
  if (values) return values.map((value) => `\`${String(value)}\``).join(' or ')
  switch (type) {
    case 'string':
      if (format === 'email') return 'email address'
      return maxLength === undefined ? 'text' : `text, at most ${maxLength} characters`
    case 'integer':
      return isBound(maximum) ? `${minimum} to ${maximum}` : 'whole number'
    case 'boolean':
      return '`true` or `false`'
    case 'array':
      return 'list'
    case undefined:
    default:
      return type ?? ''
  }
}

function isBound(maximum: number | undefined): boolean {
  return maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
}

function defaultOf({ default: value }: Described): string[] {
  return value === undefined || JSON.stringify(value) === '{}' ? [] : [`\`${JSON.stringify(value)}\``]
}

if (import.meta.main) for (const [file, text] of profileDocs()) writeFileSync(join(root, file), text)
