import { faqTexts } from '@portal/contract/faq-texts'
import { signUpTexts } from '@portal/contract/sign-up-texts'
import type { UtilityProfile } from '@portal/contract/utility'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import box from '#ui/page/card.module.css'
import classes from './faq-page.module.css'

/** `/faq` (C§2.9): four collapsible sections, the first one and the one in the address open, and a link back. */
export function FaqPage() {
  const { profile } = usePortalStart()
  return (
    <div className={classes.page}>
      <PageHeading title={faqTexts.title} />
      <p className={classes.lead}>Choose a topic to see its questions and answers.</p>
      <div className={classes.sections}>
        {faqSections(profile).map(({ id, title, topics }, index) => (
          <details
            key={id}
            id={id}
            className={`${box.box} ${classes.section}`}
            open={index === 0 || location.hash === `#${id}`}
          >
            <summary>
              <h2>{title}</h2>
            </summary>
            <div className={classes.topics}>
              {topics.map(({ question, answer }) => (
                <section key={question} className={classes.topic}>
                  <h3>{question}</h3>
                  {answer}
                </section>
              ))}
            </div>
          </details>
        ))}
      </div>
      <div className={classes.actions} data-no-print>
        <ButtonLink to={paths.home} look="secondary" icon={<BackIcon />}>
          {faqTexts.back}
        </ButtonLink>
      </div>
    </div>
  )
}

interface Topic {
  readonly question: string
  readonly answer: ReactNode
}

interface Section {
  /** The fragment of the section's address, as in `/faq#logging-in`. */
  readonly id: string
  readonly title: string
  readonly topics: readonly Topic[]
}

/** The frequently asked questions with their answers (C§2.9). */
function faqSections(profile: UtilityProfile): readonly Section[] {
  const [registration, loggingIn, using, contact] = faqTexts.sections
  return [
    { id: 'user-registration', title: registration, topics: registrationTopics(profile) },
    { id: 'logging-in', title: loggingIn, topics: loginTopics(profile) },
    { id: 'using-the-portal', title: using, topics: usingTopics() },
    { id: 'contact-us', title: contact, topics: contactTopics(profile) },
  ]
}

function registrationTopics({ earlierSite, phones, customerServiceHours }: UtilityProfile): Topic[] {
  return [
    ...(earlierSite
      ? [
          { question: 'Why did the payment system change?', answer: <p>{earlierSite.whyChanged}</p> },
          {
            question: 'I was registered on the earlier payment site. Do I have to register again?',
            answer: <p>{earlierSite.registerAgain}</p>,
          },
        ]
      : []),
    {
      question: 'What do I need to register?',
      answer: (
        <ul>
          <li>Your 10-digit account number and the zip code of your mailing address, both on your bill</li>
          <li>A username and a password of 8 to 15 characters</li>
          <li>An e-mail address and at least one telephone number</li>
          <li>A security question that only you can answer</li>
        </ul>
      ),
    },
    {
      question: `Why does it say "${signUpTexts.registered}"?`,
      answer: (
        <p>
          Somebody has registered with this account number before: perhaps you, or another person who is named on the
          account. Try to recover the username on the login page. If you do not know of any registration, please call
          customer service at {numbersOf(phones)} ({customerServiceHours}).
        </p>
      ),
    },
  ]
}

function loginTopics({ earlierSite, phones, customerServiceHours }: UtilityProfile): Topic[] {
  return [
    ...(earlierSite
      ? [
          {
            question: 'Can I use the username and password I had before?',
            answer: <p>{earlierSite.oldCredentials}</p>,
          },
        ]
      : []),
    {
      question: `Why does it say "${faqTexts.lockedOut}"?`,
      answer: (
        <p>
          After five wrong passwords in a row the login is locked, so that nobody can go on guessing yours. Please call
          customer service at {numbersOf(phones)} ({customerServiceHours}), or choose a new password with the forgotten
          password link on the login page, which also unlocks the login.
        </p>
      ),
    },
  ]
}

function usingTopics(): Topic[] {
  return [
    {
      question: 'Can I pay without registering?',
      answer: (
        <p>
          Yes. <Link to={paths.payNow}>Pay Now</Link> needs only the account number and the billing zip code from a
          bill, and takes a payment for one account.
        </p>
      ),
    },
    {
      question: 'I have several accounts. Do I register each of them?',
      answer: (
        <p>
          No. You register once, with any one of them. All accounts that are linked to you in our records appear in your
          dashboard, and you can pay several of them in one payment. If one is missing, customer service can link it.
        </p>
      ),
    },
    {
      question: 'Is there a limit to what I can pay?',
      answer: (
        <p>
          There is no payment maximum for Visa, Mastercard and Discover. One payment can be up to $99,999.99; what is
          above that can be paid with another one. Your bank may set limits of its own.
        </p>
      ),
    },
  ]
}

function contactTopics(profile: UtilityProfile): Topic[] {
  return [
    {
      question: 'When are your offices open?',
      answer: (
        <dl className={classes.offices}>
          {profile.offices.map((office) => (
            <div key={office.name}>
              <dt>{office.name}</dt>
              {[office.address, ...office.hours].map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ))}
        </dl>
      ),
    },
    {
      question: 'How do I reach customer service?',
      answer: (
        <>
          <p>{profile.customerServiceHours}, local time</p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      ),
    },
  ]
}

function numbersOf([first]: UtilityProfile['phones']): ReactNode {
  return first ? <a href={`tel:${first.number}`}>{first.number}</a> : null
}
