import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { describe, expect, test } from 'vitest'
import { videoAddress } from './media.ts'

const hosts = ['www.youtube-nocookie.com', 'player.vimeo.com']
const frame = (src: string) =>
  `<iframe width="560" height="315" src="${src}" title="A &quot;film&quot;" allowfullscreen></iframe>`
const { videoHostNotAllowed, videoNotUnderstood } = announcementConsoleTexts
const elsewhere = `${videoHostNotAllowed}www.youtube-nocookie.com, player.vimeo.com`

describe('an embed code (R15)', () => {
  test.each([
    [frame('https://player.vimeo.com/video/1?h=a&amp;badge=0'), 'https://player.vimeo.com/video/1?h=a&badge=0'],
    [frame('//player.vimeo.com/video/1'), 'https://player.vimeo.com/video/1'],
    [
      `${frame('https://player.vimeo.com/video/1')}<p><a href="https://vimeo.com/1">A film</a></p>`,
      'https://player.vimeo.com/video/1',
    ],
    [`<div style="padding:56%">${frame('https://player.vimeo.com/video/1')}</div>`, 'https://player.vimeo.com/video/1'],
    ['<IFRAME SRC=https://player.vimeo.com/video/1></IFRAME>', 'https://player.vimeo.com/video/1'],
    [
      frame('https://www.youtube.com/embed/aqz-KE-bpKQ?si=x'),
      'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?si=x',
    ],
    ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['https://youtu.be/aqz-KE-bpKQ?si=x', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['https://youtube.com/watch?v=aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
    ['https://m.youtube.com/watch?v=123456', 'https://www.youtube-nocookie.com/embed/123456'],
    ['https://youtu.be/12345678901234567890', 'https://www.youtube-nocookie.com/embed/12345678901234567890'],
    [frame(' https://player.vimeo.com/video/1 '), 'https://player.vimeo.com/video/1'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ])('%s shows %s', (code, address) => {
    expect(videoAddress(code, hosts)).toEqual({ address })
  })

  test.each([
    frame('https://evil.example/video/1'),
    frame('https://player.vimeo.com.evil.example/1'),
    frame('https://player.vimeo.com:8443/1'),
    'https://evil.example/?https://player.vimeo.com/video/1',
    'https://youtu.be/12345',
    'https://youtu.be/123456789012345678901',
    'https://youtu.be/aqz-KE-bpKQ/more',
    'https://youtube.com/shorts?v=aqz-KE-bpKQ',
    'https://youtube.com/watch?v=12345',
    'https://notyoutube.com/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
    'https://vimeo.com.evil.example/76979871',
    'https://vimeo.com/76979871x',
    'https://vimeo.com/x76979871',
    'https://vimeo.com/',
  ])('%s shows something from elsewhere', (code) => {
    expect(videoAddress(code, hosts)).toEqual({ refusal: elsewhere })
  })

  test.each([
    frame('http://player.vimeo.com/video/1'),
    frame('https://player.vimeo.com@evil.example/1'),
    frame('javascript:alert(1)'),
    frame('javascript:alert(1)//https://player.vimeo.com/video/1'),
    frame('data:text/html,<script>alert(1)</script>'),
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    `${frame('https://player.vimeo.com/video/1')}<script src="https://player.vimeo.com/api.js"></script>`,
    `${frame('https://player.vimeo.com/video/1')}${frame('https://player.vimeo.com/video/2')}`,
    '<object data="https://player.vimeo.com/video/1"></object>',
    `${frame('https://player.vimeo.com/video/1')}<object data="x"></object>`,
    `${frame('https://player.vimeo.com/video/1')}<embed src="x">`,
    `${frame('https://player.vimeo.com/video/1')}<svg onload=alert(1)>`,
    'https://:secret@player.vimeo.com/video/1',
    'https://player.vimeo.com/video/1 and more',
    '<svg onload=alert(1)>',
    '<video src="https://player.vimeo.com/video/1"></video>',
    '<!-- <iframe src="https://player.vimeo.com/video/1"></iframe> -->',
    'player.vimeo.com/video/1',
    'A film',
  ])('%s is none', (code) => {
    expect(videoAddress(code, hosts)).toEqual({ refusal: videoNotUnderstood })
  })

  test('keeps the host that was pasted when the profile lists it', () => {
    expect(videoAddress('https://youtu.be/aqz-KE-bpKQ', ['www.youtube.com'])).toEqual({
      address: 'https://www.youtube.com/embed/aqz-KE-bpKQ',
    })
  })
})
