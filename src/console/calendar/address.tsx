import {
	createCalendarAddress,
	revokeCalendarAddress,
} from '../../administration/overview/calendar/actions.ts';
import { createCalendarAddressRoute } from '../../administration/overview/calendar/contract.ts';
import { fileOf } from '../../administration/overview/calendar/rules.ts';
import type { CalendarAddress } from '../../administration/overview/calendar/store.ts';
import { originIn } from '../../foundation/http/headers.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context } from '../env.ts';
import { Field } from '../field.tsx';
import { Form, Submit } from '../form.tsx';
import { FormFor, form } from '../forms.tsx';
import { flag } from '../kinds.tsx';
import { titledPage, useWords } from '../page.tsx';
import { ButtonLink, Facts, MainLink, Panel, Time } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { changed } from '../submit.ts';
import { takeFormOnce } from '../taking.ts';
import { calendarAddress } from './place.ts';
import { WORDS } from './words.ts';

const making = form({
	words: { en: { names: WORDS.en.withNames }, de: { names: WORDS.de.withNames } },
	contract: createCalendarAddressRoute,
	fields: { names: flag() },
	body: ({ names }) => ({ showsNames: names }),
	attempt: createCalendarAddress,
});

/** Takes the forms that make or revoke the secret address of a calendar. */
export function takeAddress(app: App, show: (c: Context) => Promise<Response>): void {
	takeFormOnce(app, '/calendar/address', making, {
		idOf: (c) => companyNamed(c, 'createCalendarAddress'),
		to: (companyId) => calendarAddress(companyId, '', { replaced: '' }),
		show,
		guard: proof,
		once: showAddress,
	});
	app.post('/calendar/address/revoke', (c) => {
		const companyId = companyNamed(c, 'revokeCalendarAddress');
		const to = () => calendarAddress(companyId, '', { revoked: '' });
		return changed(c, { attempt: (call) => revokeCalendarAddress(call, companyId), to });
	});
}

/** Whether the calendar has a secret address, and how one is made, replaced or revoked. */
export function Subscription({ companyId, address }: { companyId: string; address: CalendarAddress | null }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.subscribe}>
			<p>{words.subscribeHint}</p>
			{address === null ? (
				<Making companyId={companyId} button={words.make} />
			) : (
				<>
					<Facts
						rows={[
							[words.since, <Time at={address.dateCreated} />],
							[words.tells, address.showsNames ? words.tellsNames : words.tellsCounts],
						]}
					/>
					<details>
						<summary>{words.renew} …</summary>
						<p>{words.renewHint}</p>
						<Making companyId={companyId} button={words.renew} />
					</details>
					<details>
						<summary>{words.revoke} …</summary>
						<p>{words.revokeHint}</p>
						<Form to={calendarAddress(companyId, '/address/revoke')}>
							<Submit look="danger">{words.revoke}</Submit>
						</Form>
					</details>
				</>
			)}
		</Panel>
	);
}

function Making({ companyId, button }: { companyId: string; button: string }) {
	return <FormFor of={making} to={calendarAddress(companyId, '/address')} save={button} />;
}

/** Shows the new address, which is not shown again. */
function showAddress(c: Context, { secret }: { secret: string | null }, companyId: string) {
	const words = WORDS[c.var.language];
	const address = originIn(c) + fileOf(secret ?? '');
	return titledPage(
		c,
		{ title: words.address, above: words.calendar, isNarrow: true },
		<Panel>
			<p>{words.once}</p>
			<Field name="address" label={words.address} value={address} readonly />
			<p class="buttons">
				<MainLink to={address.replace(/^https?:/, 'webcal:')}>{words.open}</MainLink>
				<ButtonLink to={calendarAddress(companyId)}>{words.back}</ButtonLink>
			</p>
		</Panel>,
	);
}
