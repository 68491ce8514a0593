import { fileOf } from '../../overview/calendar/rules.ts';
import type { CalendarAddress } from '../../overview/calendar/store.ts';
import { originIn } from '../env.ts';
import { Field, Tick } from '../field.tsx';
import { Form } from '../form.tsx';
import { Heading, useReader, useWords } from '../page.tsx';
import { Facts, Panel, Time } from '../parts.tsx';
import { CALENDAR } from './place.ts';
import { WORDS } from './words.ts';

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
						<Form to={`${CALENDAR}/address/revoke?company=${companyId}`}>
							<button type="submit" class="danger">
								{words.revoke}
							</button>
						</Form>
					</details>
				</>
			)}
		</Panel>
	);
}

function Making({ companyId, button }: { companyId: string; button: string }) {
	return (
		<Form to={`${CALENDAR}/address?company=${companyId}`}>
			<Tick name="names" label={useWords(WORDS).withNames} />
			<button type="submit">{button}</button>
		</Form>
	);
}

/** The address that was made, this once. */
export function AddressPage({ companyId, secret }: { companyId: string; secret: string }) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const address = originIn(c) + fileOf(secret);
	return (
		<div class="narrow">
			<Heading title={words.address} above={words.calendar} />
			<Panel>
				<p>{words.once}</p>
				<Field name="address" label={words.address} value={address} readonly />
				<p class="buttons">
					<a class="button main" href={address.replace(/^https?:/, 'webcal:')}>
						{words.open}
					</a>
					<a class="button" href={`${CALENDAR}?company=${companyId}`}>
						{words.back}
					</a>
				</p>
			</Panel>
		</div>
	);
}
