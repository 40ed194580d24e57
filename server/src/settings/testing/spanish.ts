import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shipped = fileURLToPath(new URL('../../../profile/', import.meta.url))

const words: readonly (readonly [file: string, english: string, spanish: string])[] = [
  ['address-code.md', '# Confirm your email address', '# Confirme su correo electrónico'],
  ['address-code.md', 'is your code for text notifications.', 'es su clave para mensajes.'],
  ['billReady.md', '# Your bill is ready', '# Su factura está lista'],
  ['billReady.md', 'Your bill is ready, account ending', 'Su factura, cuenta que termina en'],
  ['payment-confirmation.md', '# Receipt', '# Recibo'],
]

/** A profile whose messages are there in Spanish, too. @returns its file */
export function spanishProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'))
  cpSync(shipped, folder, { recursive: true })
  cpSync(join(shipped, 'messages'), join(folder, 'messages/es'), { recursive: true })
  for (const [file, english, spanish] of words) translate(join(folder, 'messages/es', file), english, spanish)
  return join(folder, 'default.json')
}

function translate(file: string, english: string, spanish: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(english)) throw new Error(`${file} has no “${english}”`)
  writeFileSync(file, text.replace(english, spanish))
}
