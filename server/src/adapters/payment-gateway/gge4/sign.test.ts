import { Instant } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { contentDigest, signedHeaders } from './sign.ts'

test('a request is signed as the published algorithm says', () => {
  const headers = signedHeaders({
    method: 'POST',
    path: '/transaction/v28',
    contentType: 'application/xml',
    body: '<?xml version="1.0"?><Transaction><ExactID>A00000-01</ExactID></Transaction>',
    now: Instant.parse('2026-01-02T03:04:05.678Z'),
    keyId: '1234',
    hmacKey: 'test-hmac-key',
  })
  expect(headers).toEqual({
    'Content-Type': 'application/xml',
    'x-gge4-date': '2026-01-02T03:04:05Z',
    'x-gge4-content-sha1': 'a63acfdbf3c2796691c14d3724ff71bf3957c8b3',
    Authorization: 'GGE4_API 1234://8jfZw1nht0GLcDJ4srL6CRzWQ=',
  })
})

test('the digest covers the bytes, not the characters', () => {
  expect(contentDigest('é')).toBe(contentDigest(Buffer.from([0xc3, 0xa9])))
})
