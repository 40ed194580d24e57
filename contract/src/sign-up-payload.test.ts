import { describe, expect, test } from 'vitest'
import { contactTexts } from './contact.ts'
import { easyPasswordTexts } from './predictable-password.ts'
import { credentialTexts } from './sign-in-texts.ts'
import { SignUpPayload } from './sign-up-payload.ts'
import { signUpTexts } from './sign-up-texts.ts'

const handle = 'b5f0d1f0-26a3-4d37-9d7e-5e7f0c7c3c11'

const readingA = {
  personId: handle,
  first_name: 'Maria',
  last_name: 'Cruz',
  IDNumber: 'maria.cruz',
  WebPassword: 'water-2026',
  emailAddress: 'maria@example.com',
  home: '(671) 555-0101',
  mobile: '',
  work: '671.555.0103',
  CharacteristicValue: '2',
  Answer: "St. Mary's",
  isDeletedHome: false,
  isDeletedMobile: true,
  isDeletedWork: false,
  sequenceHome: 1,
  sequenceMobile: '2',
  sequenceWork: '',
}
const readingB = {
  personId: handle,
  username: 'maria.cruz',
  password: 'water-2026',
  email_address: 'maria@example.com',
  security_question_val: 2,
  security_answer: "St. Mary's",
  home_number: '6715550101',
  mobile_number: null,
  work_number: '671-555 0103',
  isDeletedHome: '',
  isDeletedMobile: 'true',
  homeSeq: '1',
  mobileSeq: 2,
}
const understood = {
  personId: handle,
  username: 'maria.cruz',
  password: 'water-2026',
  email_address: 'maria@example.com',
  security_question_val: '2',
  security_answer: "St. Mary's",
  home_number: '671-555-0101',
  mobile_number: '',
  work_number: '671-555-0103',
  isDeletedHome: false,
  isDeletedMobile: true,
  isDeletedWork: false,
  homeSeq: 1,
  mobileSeq: 2,
  workSeq: null,
  isPaperless: false,
}

test.each([
  ['A', readingA],
  ['B', readingB],
])('the payload in reading %s is understood as the same enrollment (C§3, R21)', (_, payload) => {
  expect(SignUpPayload.parse(payload)).toEqual(understood)
})

function messagesOf(changes: object): [string, string][] {
  const parsed = SignUpPayload.safeParse({ ...readingB, ...changes })
  return parsed.success ? [] : parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message])
}

describe('rules of C§5', () => {
  test.each([
    ['username', '', signUpTexts.usernameRequired],
    ['username', '   ', signUpTexts.usernameRequired],
    ['username', undefined, signUpTexts.usernameRequired],
    ['username', 'maria cruz', signUpTexts.usernameInvalid],
    ['username', 'm'.repeat(51), signUpTexts.usernameInvalid],
    ['username', 'maria\u0000', signUpTexts.usernameInvalid],
    ['username', '\u200B \u3164', signUpTexts.usernameRequired],
    ['username', 'm\u0430ria', signUpTexts.usernameMisleading],
    ['username', '\uFF4Daria', signUpTexts.usernameMisleading],
    ['username', 'ro\u017Fa', signUpTexts.usernameMisleading],
    ['password', '', credentialTexts.passwordLength],
    ['password', 'seven77', credentialTexts.passwordLength],
    ['password', 'sixteen-letters!', credentialTexts.passwordLength],
    ['email_address', '', contactTexts.emailRequired],
    ['email_address', 'maria', signUpTexts.emailInvalid],
    ['email_address', 'maria@example', signUpTexts.emailInvalid],
    ['email_address', 'm\u0430ria@example.com', signUpTexts.emailInvalid],
    ['email_address', `${'m'.repeat(250)}@example.com`, signUpTexts.emailInvalid],
    ['home_number', '555-0101', signUpTexts.homePhoneInvalid],
    ['home_number', '(671) 555-010', signUpTexts.homePhoneInvalid],
    ['mobile_number', '671/555-0101', signUpTexts.mobilePhoneInvalid],
    ['work_number', '671-555-01011', signUpTexts.workPhoneInvalid],
    ['security_question_val', '', signUpTexts.questionRequired],
    ['security_question_val', null, signUpTexts.questionRequired],
    ['security_question_val', '2nd', signUpTexts.questionRequired],
    ['security_question_val', 'No. 2', signUpTexts.questionRequired],
    ['security_question_val', '1000000000', signUpTexts.questionRequired],
    ['security_answer', '', credentialTexts.answerRequired],
    ['security_answer', '?!', credentialTexts.answerRequired],
  ])('%s %j: %s', (field, value, message) => {
    expect(messagesOf({ [field]: value })).toEqual([[field, message]])
  })

  test.each([
    ...[
      '00000000',
      'aaaaaaaa',
      'AAAAaaaa',
      '12341234',
      '123123123',
      'abababab',
      '1212121',
      'aaaabbbb',
      'kelpkelp',
      '19841984',
    ].map((password) => [password.padEnd(8, '2'), easyPasswordTexts.repeated] as const),
    ...[
      '87654321',
      '12345678',
      'abcdefgh',
      'HGFEDCBA',
      'abc123xyz',
      '12344321',
      'aabbccdd',
      '11223344',
      '12345678!',
    ].map((password) => [password, easyPasswordTexts.sequence] as const),
    ...[
      'qwertyui',
      'asdfghjkl',
      '1q2w3e4r',
      'q1w2e3r4',
      '1qaz2wsx',
      'zaq12wsx',
      'qazwsxedc',
      'poiuytrewq',
      '１２３４５６７８',
    ].map((password) => [password, easyPasswordTexts.sequence] as const),
  ])('the password %s is guessed first, and the field says why: %s', (password, message) => {
    expect(messagesOf({ password })).toEqual([['password', message]])
  })

  test('at least one phone is required', () => {
    expect(messagesOf({ home_number: '', work_number: ' ' })).toEqual([['home_number', contactTexts.onePhone]])
  })

  test.each([
    'eight888',
    'fifteen-letters',
    'wäßer-2026',
    'coral-reef-1',
    'dressed-up',
    'was-retreads',
    'abcd-kelp-1',
    '0d!k2-9x',
  ])('the password %s is long enough and not too long', (password) => {
    expect(messagesOf({ password })).toEqual([])
  })

  test.each(['José_Cruz+2@example-1.com', '玛丽', 'n'.repeat(50)])('the username %s is taken', (username) => {
    expect(messagesOf({ username })).toEqual([])
  })

  test.each(['1234567890', ' 1', '1e0', '-1'])(
    'the number of a question has at most nine digits and nothing else: %j',
    (value) => {
      const given = (security_question_val: string) =>
        SignUpPayload.safeParse({ ...readingB, security_question_val }).success
      expect([given(value), given('999999999')]).toEqual([false, true])
    },
  )

  test('all errors are reported at once', () => {
    const fields = messagesOf({ username: '', password: 'short', home_number: '1' }).map(([field]) => field)
    expect(fields).toEqual(['username', 'password', 'home_number'])
  })
})

test('a body of any other form is refused', () => {
  for (const body of [null, [], 'x', 7, {}, { personId: 'x' }])
    expect(SignUpPayload.safeParse(body).success).toBe(false)
})
