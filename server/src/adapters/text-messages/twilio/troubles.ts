import type { TextTrouble } from '../port.ts'

/**
 * What Twilio’s error codes mean (https://www.twilio.com/docs/api/errors), of answers and of reports. Twilio adds codes
 * and splits old ones: an unknown one says nothing of the number that is final.
 */
const troubles: Readonly<Record<string, TextTrouble>> = {
  20003: 'sender',
  20404: 'sender',
  20429: 'busy',
  21211: 'notMobile',
  21265: 'notMobile',
  21408: 'sender',
  21606: 'sender',
  21608: 'sender',
  21610: 'stopped',
  21611: 'busy',
  21612: 'unreachable',
  21614: 'notMobile',
  21635: 'notMobile',
  21701: 'sender',
  21703: 'sender',
  21704: 'sender',
  21705: 'sender',
  30001: 'busy',
  30002: 'sender',
  30003: 'unreachable',
  30004: 'blocked',
  30005: 'notMobile',
  30006: 'notMobile',
  30007: 'filtered',
  30008: 'other',
  30022: 'busy',
  30023: 'busy',
  30024: 'sender',
  30027: 'busy',
  30032: 'sender',
  30033: 'sender',
  30034: 'sender',
  30036: 'late',
  30450: 'filtered',
}

export function troubleOf(code: string): TextTrouble {
  return troubles[code] ?? 'other'
}
