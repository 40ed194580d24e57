import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { NewAdmin } from './admin-users.ts'
import { DetailsToUpdate } from './edit-account.ts'
import { emailOrNothing } from './email.ts'
import { forgotUsername } from './forgot.ts'
import { HelpTicket } from './help-and-support.ts'
import { ConfirmationEmail } from './payments.ts'
import { signUpFields } from './sign-up-payload.ts'

const x = (length: number): string => 'x'.repeat(length)

const fields: [string, z.ZodType | undefined][] = [
  ['sign-up', signUpFields.email_address],
  ['Edit Account', DetailsToUpdate.shape.emailAddress],
  ['forgot username', forgotUsername.body?.shape.emailAddress],
  ['help', HelpTicket.shape.emailAddress],
  ['a confirmation', ConfirmationEmail],
  ['an administrator', NewAdmin.shape.email],
]

describe.each(fields)('the address of %s', (_, field) => {
  test.each([
    ['maria@example.com', 'maria@example.com'],
    [' Maria.Cruz+bill@Example.COM ', 'Maria.Cruz+bill@Example.COM'],
    ['maria@bücher.example', 'maria@xn--bcher-kva.example'],
    ['maria@BÜCHER.example', 'maria@xn--bcher-kva.example'],
    ['maria@xn--bcher-kva.example', 'maria@xn--bcher-kva.example'],
    ['taro@例え。jp', 'taro@xn--r8jz45g.jp'],
    [`${x(64)}@example.com`, `${x(64)}@example.com`],
    [`a@${x(63)}.com`, `a@${x(63)}.com`],
  ])('%j is stored as %j', (typed, stored) => {
    expect(field?.safeParse(typed).data).toBe(stored)
  })

  test.each([
    ['a long local part', `${x(65)}@example.com`],
    ['a long label', `a@${x(64)}.com`],
    ['a label that becomes too long', `a@${'ü'.repeat(60)}.com`],
    ['a long address', `a@${`${x(60)}.`.repeat(5)}com`],
    ['letters beyond ASCII before the @', 'maría@example.com'],
    ['a label that ends with a dash', 'a@example-.com'],
    ['two @', 'a@b@example.com'],
    ['no domain', 'a@'],
    ['no @', 'example.com'],
    ['a host with a path', 'a@bücher.example/evil'],
    ['a host with a port', 'a@bücher.example:25'],
    ['a host in another host', 'a@ü@evil.example'],
    ['a line break', 'a@example.com\nb@example.com'],
  ])('with %s is refused with the message of its form', (_name, typed) => {
    const own = field?.safeParse('no address').error?.issues[0]?.message
    expect(field?.safeParse(typed).error?.issues[0]?.message).toBe(own)
    expect(own).toBeTruthy()
  })
})

test('an address that is optional may be empty', () => {
  expect(emailOrNothing('Invalid').parse(' ')).toBe('')
})
