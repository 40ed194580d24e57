import { expect, test } from 'vitest'
import { defaultProfile } from '../testing/profile.ts'
import { frameEmail } from './email-layout.ts'
import { fillParts, parseMessage } from './message-file.ts'

const file = parseMessage(`# Hello {{name}}

Dear {{name}}, this is
your bill.

{% if note %}Note: {{note}}{% endif %}

- Customer: {{name}}
- Note: {{note}}

[See it](https://portal.example/{{path}})

## Text message

Hello {{name}}!`)

function written(name: string, note = ''): { subject: string; text: string; html: string } {
  const values = { name, note, path: 'bills' }
  const subject = file.title.filled(values)
  return frameEmail({ subject, heading: subject, parts: fillParts(file.parts, values) }, defaultProfile)
}

test('one file gives subject, plain text, HTML and text message', () => {
  const { subject, text, html } = written('Maria Cruz', 'paid twice')
  expect(subject).toMatch(/^Hello Maria Cruz$/)
  expect(text).toContain(
    'Dear Maria Cruz, this is your bill.\n\nNote: paid twice\n\nCustomer: Maria Cruz\nNote: paid twice\n\nSee it:\nhttps://portal.example/bills',
  )
  const bare = html.replaceAll(/ style="[^"]*"/g, '')
  expect(bare).toContain('<p>Dear Maria Cruz, this is your bill.</p>')
  expect(bare).toContain('<dt>Customer</dt><dd>Maria Cruz</dd>')
  expect(bare).toContain('<a href="https://portal.example/bills" class="action">See it</a>')
  expect(file.text?.filled({ name: 'Maria' })).toBe('Hello Maria!')
})

test('a paragraph or a row that says nothing is left out', () => {
  const { text } = written('Maria')
  expect(text).toContain('your bill.\n\nCustomer: Maria\n\nSee it')
})

test.each([
  '\r\nBcc: all@customer.example',
  '\nBcc: all@customer.example',
  '\u2028Bcc: all@customer.example',
  '\u0085Bcc: all@customer.example',
])('a name cannot add a header or a line: %j', (more) => {
  const { subject, text } = written(`Maria${more}`)
  expect(subject).toMatch(/^Hello Maria Bcc: all@customer\.example$/)
  expect(text).toContain('\nDear Maria Bcc: all@customer.example, this is')
})

test('a name is no markup: neither HTML, nor Markdown, nor a field', () => {
  const { html, text } = written('<img src=x onerror=alert(1)> [x](https://evil.example) {{path}} {% if %}')
  expect(html).not.toMatch(/<img|href="https:\/\/evil/)
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;')
  expect(text).toContain('[x](https://evil.example) {{path}} {% if %}')
})

test('a name written from right to left does not turn the words around it, and no sign says that it is', () => {
  expect(written('مريم').subject).toMatch(/^Hello \u2068مريم\u2069$/)
  expect(written('Maria\u202e\u2066 zurC').subject).toMatch(/^Hello Maria zurC$/)
})
