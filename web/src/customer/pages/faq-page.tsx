import { faqTexts } from '@portal/contract/page-words'
import { askedFields, asksOnlyZip, proofFields } from '@portal/contract/proof'
import { passwordLength } from '@portal/contract/sign-in-texts'
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
import { rich } from '#ui/text/rich.ts'
import { listInWords, t } from '#ui/text/t.ts'
import box from '#ui/page/card.module.css'
import classes from './faq-page.module.css'

/** `/faq` (C§2.9): four collapsible sections, the first one and the one in the address open, and a link back. */
export function FaqPage() {
  const { profile } = usePortalStart()
  return (
    <div className={classes.page}>
      <PageHeading title={t(faqTexts.title)} />
      <p className={classes.lead}>{t('Choose a topic to see its questions and answers.')}</p>
      <div className={classes.sections}>
        {faqSections(profile).map(({ id, title, topics }, index) => (
          <details
            key={id}
            id={id}
            className={`${box.box} ${classes.section}`}
            open={index === 0 || location.hash === `#${id}`}
          >
            <summary>
              <h2>{t(title)}</h2>
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
          {t(faqTexts.back)}
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
    { id: 'using-the-portal', title: using, topics: usingTopics(profile) },
    { id: 'contact-us', title: contact, topics: contactTopics(profile) },
  ]
}

function registrationTopics({ earlierSite, phones, customerServiceHours }: UtilityProfile): Topic[] {
  return [
    ...(earlierSite
      ? [
          { question: t('Why did the payment system change?'), answer: <p>{earlierSite.whyChanged}</p> },
          {
            question: t('I registered on the old payment site. Do I need to register again?'),
            answer: <p>{earlierSite.registerAgain}</p>,
          },
        ]
      : []),
    {
      question: t('What do I need to register?'),
      answer: (
        <ul>
          <li>
            {asksOnlyZip('registration')
              ? t('Your account number and the zip code of your mailing address, both on your bill')
              : listInWords([
                  t('Your account number'),
                  ...askedFields('registration').map((name) => t(proofFields[name].label)),
                ])}
          </li>
          <li>{t('A username of up to 50 letters, numbers or . _ - + @ without spaces')}</li>
          <li>{t('A password of {shortest} to {longest} characters', passwordLength)}</li>
          <li>{t('An email address and at least one phone number')}</li>
          <li>{t('A security question that only you can answer')}</li>
        </ul>
      ),
    },
    {
      question: t('Why does it say "{registered}"?', { registered: t(signUpTexts.registered) }),
      answer: (
        <p>
          {t(
            'This account number has already been used to register, by you or by another person on the account. Use “Forgot username?” on the login page to get the username. If that doesn’t help, call customer service at',
          )}{' '}
          {numbersOf(phones)} ({customerServiceHours}).
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
            question: t('Can I use my old username and password?'),
            answer: <p>{earlierSite.oldCredentials}</p>,
          },
        ]
      : []),
    {
      question: t('Why does it say "{lockedOut}"?', { lockedOut: t(faqTexts.lockedOut) }),
      answer: (
        <p>
          {t(
            'After 5 wrong passwords in a row, we lock your online account to protect it. To unlock it, call customer service at',
          )}{' '}
          {numbersOf(phones)}{' '}
          {t('({customerServiceHours}), or set a new password with “Forgot password?” on the login page.', {
            customerServiceHours,
          })}
        </p>
      ),
    },
  ]
}

function usingTopics({ cardBrands }: UtilityProfile): Topic[] {
  return [
    {
      question: t('Can I pay without registering?'),
      answer: (
        <p>
          {rich(
            asksOnlyZip('payNow')
              ? 'Yes. With {link}, you need only the account number and billing zip code from your bill. You can pay one account at a time.'
              : 'Yes. With {link}, you need only your bill. You can pay one account at a time.',
            { link: <Link to={paths.payNow}>{t('Pay Now')}</Link> },
          )}
        </p>
      ),
    },
    {
      question: t('I have several accounts. Do I need to register each one?'),
      answer: (
        <p>
          {t(
            'No. Register once, with any of your account numbers. All accounts linked to you appear on your dashboard, and you can pay several in one payment. If one is missing, call customer service to have it linked.',
          )}
        </p>
      ),
    },
    {
      question: t('Is there a limit on what I can pay?'),
      answer: (
        <p>
          {t(
            'There’s no payment maximum for {cards}. A single payment can be up to $99,999.99. To pay more, make another payment. Your bank may have its own limits.',
            { cards: listInWords(cardBrands) },
          )}
        </p>
      ),
    },
  ]
}

function contactTopics(profile: UtilityProfile): Topic[] {
  return [
    {
      question: t('When are your offices open?'),
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
      question: t('How do I contact customer service?'),
      answer: (
        <>
          <p>{t('{customerServiceHours}, local time', { customerServiceHours: profile.customerServiceHours })}</p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      ),
    },
  ]
}

function numbersOf([first]: UtilityProfile['phones']): ReactNode {
  return first ? <a href={`tel:${first.number}`}>{first.number}</a> : null
}
