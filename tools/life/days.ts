import {
  type Deed,
  changesPhone,
  changesPhoneInVain,
  chooses,
  confirmsEmail,
  confirmsNumber,
  fillsInSurvey,
  goesPaperless,
  guestPaysFromBank,
  guestsPay,
  newestEmailBounces,
  pays,
  paysSeveral,
  removesCard,
  replies,
  savesCard,
  schedules,
  turnsOffAutopay,
  turnsOnAutopay,
  writesToService,
} from './customers.ts'
import {
  callersPay,
  clerkPausesAutopay,
  disputed,
  disputeDecided,
  looksUpCustomer,
  postingsRejected,
  refund,
  refundReturned,
  serviceAsksForRefund,
  warned,
  writesToCustomers,
} from './staff.ts'

/** How long the demo has been lived in. */
export const lifeDays = 60

/** Customers of one account each, beside those of `npm start`. */
export const neighbors = ['ana', 'ben', 'carmen', 'david', 'elena', 'frank', 'grace', 'hector', 'irene', 'joe'] as const

/** Nights with an extract of the billing system, in days before today, and how many months of bills it has. */
export const extracts: Readonly<Record<number, number>> = { 60: 3, 50: 3, 40: 3, 30: 3, 20: 3, 10: 3, 0: 24 }

/** What happens on every day of the week, from Sunday on. */
export const everyWeek: readonly (readonly Deed[])[] = [
  [guestsPay(3)],
  [guestsPay(5), callersPay(3)],
  [guestsPay(4), guestsPay(1, 'declined')],
  [guestsPay(6)],
  [guestsPay(5, 'mastercard'), callersPay(3), callersPay(1, 'declined')],
  [guestsPay(6, 'discover')],
  [guestsPay(3)],
]

/** What else happens on which day, in days before today: the only place that says so. */
export const days: Readonly<Record<number, readonly Deed[]>> = {
  60: [
    savesCard('ana'),
    turnsOnAutopay('ana'),
    confirmsEmail('ana'),
    chooses('ana', 'email', 'billReady', 'dueSoon', 'overdue', 'paymentReceived', 'paymentFailed', 'announcement'),
  ],
  59: [
    savesCard('ben', 'mastercard', 'House account'),
    turnsOnAutopay('ben', { daysBefore: 3 }),
    confirmsEmail('ben'),
    goesPaperless('ben'),
  ],
  58: [
    savesCard('carmen'),
    turnsOnAutopay('carmen'),
    confirmsEmail('carmen'),
    goesPaperless('carmen'),
    chooses('carmen', 'email', 'billReady', 'announcement'),
  ],
  57: [savesCard('david', 'declinedLater'), turnsOnAutopay('david')],
  56: [savesCard('elena'), turnsOnAutopay('elena', { most: 1_000 })],
  55: [
    confirmsNumber('frank', '671-555-0143'),
    chooses('frank', 'text', 'billReady', 'dueSoon', 'paymentReceived', 'announcement'),
    savesCard('frank'),
    pays('frank'),
  ],
  54: [
    confirmsEmail('demo.home'),
    chooses('demo.home', 'email', 'billReady', 'dueSoon', 'paymentReceived', 'announcement'),
    savesCard('demo.home'),
    pays('demo.home'),
  ],
  53: [guestPaysFromBank('checking')],
  52: [confirmsNumber('grace', '671-555-0144'), chooses('grace', 'text', 'billReady', 'announcement')],
  50: [refund(2, 'Paid twice: the caller had paid in the office.', 'approve'), changesPhone('hector', '671-555-0145')],
  48: [disputed(5), fillsInSurvey('ana'), pays('irene')],
  47: [paysSeveral('demo.agency', 40)],
  46: [changesPhoneInVain('irene', '671-555-0146'), writesToService('joe', 'My last bill is far higher than usual.')],
  45: [refund(1, 'The wrong account was paid.', 'reject'), looksUpCustomer('joe')],
  43: [
    confirmsEmail('demo.family'),
    goesPaperless('demo.family'),
    savesCard('demo.family', 'mastercard'),
    schedules('demo.family', 6, 4_000),
  ],
  42: [
    writesToCustomers(
      {
        subject: 'No water in Dededo on Thursday morning',
        body: 'We repair a main from 8:00 AM to noon. Please keep some water ready.',
        text: 'No water in Dededo on Thursday, 8 AM to noon.',
      },
      'approve',
    ),
  ],
  38: [disputed(3, 'warning_needs_response'), newestEmailBounces('carmen')],
  37: [guestPaysFromBank('checking'), guestPaysFromBank('checking', true)],
  36: [replies('671-555-0144', 'STOP'), replies('671-555-0143', 'Thank you')],
  35: [disputeDecided('lost'), clerkPausesAutopay('ben', 'The caller moves to another house.')],
  33: [fillsInSurvey('frank'), changesPhone('ana', '671-555-0147')],
  31: [savesCard('hector'), turnsOnAutopay('hector'), schedules('frank', 10, 3_000)],
  30: [disputed(4), refund(6, 'The customer is moving away.', 'approve')],
  28: [pays('demo.home'), pays('irene', 'declined')],
  26: [savesCard('grace'), turnsOnAutopay('grace'), removesCard('grace')],
  24: [disputeDecided('won'), turnsOffAutopay('hector')],
  21: [turnsOnAutopay('demo.home', { daysBefore: 2 }), turnsOffAutopay('demo.home')],
  19: [paysSeveral('demo.agency', 40), paysSeveral('demo.family', 3)],
  18: [
    writesToCustomers(
      {
        subject: 'How to find a silent leak',
        body: 'A running toilet can double your bill. Read the meter before bed and after.',
        text: 'A running toilet can double your bill.',
      },
      'approve',
    ),
  ],
  15: [guestPaysFromBank('checking'), guestPaysFromBank('noFunds')],
  14: [refund(3, 'Paid twice online.', 'approve'), fillsInSurvey('demo.home')],
  12: [refundReturned(), schedules('frank', 20, 5_000)],
  10: [writesToService('demo.home', 'Please send a copy of my June bill.'), changesPhoneInVain('ben', '671-555-0148')],
  8: [serviceAsksForRefund(2, 'The caller paid the neighbor’s bill.')],
  6: [warned(4), postingsRejected(guestsPay(1))],
  5: [
    savesCard('demo.home', 'mastercard', 'For the water bill'),
    schedules('demo.home', 9, 2_000),
    schedules('demo.family', 12, 6_000),
  ],
  4: [disputed(2)],
  3: [
    refund(5, 'Charged twice, the customer says.', 'none'),
    writesToCustomers(
      {
        subject: 'Office hours in December',
        body: 'Our offices close at noon on December 24 and 31.',
        text: 'Our offices close at noon on December 24 and 31.',
      },
      'draft',
    ),
  ],
  2: [looksUpCustomer('grace'), fillsInSurvey('irene'), guestPaysFromBank('checking'), guestPaysFromBank('checking')],
  // Shortly before the demo starts: what waits for its payer does so for a day.
  0: [guestPaysFromBank('checking', true)],
}
