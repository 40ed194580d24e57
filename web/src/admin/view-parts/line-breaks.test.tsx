import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LineBreaks } from './line-breaks.tsx'

const shown = (text: string) => render(<LineBreaks>{text}</LineBreaks>).container

test.each([
  ['maria.cruz@utility.example', ['maria.', 'cruz@', 'utility.', 'example']],
  ['Sent to maria@utility.example, tries 2', ['Sent to maria@', 'utility.', 'example, tries 2']],
  ['The payment is paid.', ['The payment is paid.']],
])('%s may break only within its e-mail address, after @ or a dot', (text, parts) => {
  const { innerHTML, textContent } = shown(text)
  expect(innerHTML.split('<wbr>')).toEqual(parts)
  expect(textContent).toBe(text)
})

test.each(['W-902000002', 'W-902000002-1'])('the receipt number %s is kept whole', (receipt) => {
  const container = shown(`To be told: $12.34, receipt ${receipt}.`)
  expect(Array.from(container.querySelectorAll('span'), (span) => span.textContent)).toEqual([receipt])
})
