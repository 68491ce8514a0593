import type { PropsWithChildren } from 'hono/jsx';
import { LANGUAGES } from '../../foundation/core/language.ts';
import type { App, Context } from '../env.ts';
import { addressOfAsset, titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Panel, Sure } from '../parts.tsx';
import { recognize } from '../visit.ts';
import { NEXT_FORM } from './draft.tsx';
import { BY_ICON, KEPT_TYPES, PHONE } from './phone-addresses.ts';
import { WORDS } from './words.ts';

/**
 * The page of receipts that wait on a phone. It also opens without a session and without a connection. Other apps post
 * shared files to it. The worker of the phone takes them, so the service refuses those that reach it, unread.
 */
export function servePhone(app: App): void {
	app.get('/benefits/phone', async (c) => {
		await recognize(c);
		const asked = LANGUAGES.find((language) => language === c.req.query('language'));
		if (asked !== undefined) c.set('language', asked);
		return titledPage(
			c,
			{ title: WORDS[c.var.language].phone, scripts: ['phone.js'], isNarrow: true },
			<OnPhone>
				<Kept />
			</OnPhone>,
		);
	});
	app.post('/benefits/phone', (c) => {
		const { shareLost: title, shareLostHint, phoneOpen } = WORDS[c.var.language];
		return titledPage(
			c,
			{ title, isNarrow: true },
			<>
				<p>{shareLostHint}</p>
				<ButtonLink to={BY_ICON}>{phoneOpen}</ButtonLink>
			</>,
			403,
		);
	});
}

/** True when the app was opened by its icon. Only then does a page load the script that prepares the phone. */
export const isByIcon = ({ req }: Context): boolean => req.query('app') !== undefined;

/** Sends the receipts that wait on this phone, and says how many there are. It stays hidden if none wait. */
export function WaitingOnPhone() {
	const words = useWords(WORDS);
	return (
		<OnPhone isHidden>
			<p>
				<a href={PHONE}>{words.phone}</a>
			</p>
		</OnPhone>
	);
}

/** Holds the data and the sentences for the script, which says what happened to the receipts that waited. */
function OnPhone({ isHidden = false, children }: PropsWithChildren<{ isHidden?: boolean }>) {
	const { c, visitor, words } = useReader(WORDS);
	const isOwn = visitor?.employeeId != null && c.var.viewer === undefined;
	return (
		<div
			id="phone"
			hidden={isHidden}
			data-user={isOwn ? visitor.userId : undefined}
			data-worker={addressOfAsset('phone-worker.js')}
			data-page={PHONE}
			data-next={NEXT_FORM}
			data-sent={words.phoneSent}
			data-waiting={words.phoneWaiting}
			data-offline={words.phoneOffline}
			data-sign-in={words.phoneSignIn}
			data-later={words.phoneLater}
			data-broken={words.phoneBroken}
			data-type={words.phoneType}
			data-large={words.phoneLarge}
			data-many={words.phoneMany}
			data-unconfirmed={words.phoneUnconfirmed}
			data-full={words.phoneFull}
			data-unkept={words.phoneUnkept}
		>
			<p role="status" />
			<p class="buttons" data-following hidden>
				<ButtonLink to={NEXT_FORM}>{words.phoneNext}</ButtonLink>
			</p>
			{children}
		</div>
	);
}

/** The receipts that wait. A script shows them, takes others, and deletes them. */
function Kept() {
	const words = useWords(WORDS);
	return (
		<>
			<div class="note" data-mood="bad" role="alert" hidden />
			<p>{words.phoneHint}</p>
			<p data-foreground hidden>
				{words.phoneForeground}
			</p>
			<noscript>
				<p>{words.phoneScript}</p>
			</noscript>
			<div data-impossible hidden>
				<p>{words.phoneImpossible}</p>
				<ButtonLink to={BY_ICON}>{words.phoneOpen}</ButtonLink>
			</div>
			<div data-possible hidden>
				<Panel>
					<ul class="rows" />
					<p class="buttons">
						<button type="button" class="main">
							{words.cameraTake}
						</button>
						<input type="file" accept="image/*" capture="environment" hidden />
						<button type="button">{words.phoneSelect}</button>
						<input type="file" accept={KEPT_TYPES.join()} multiple hidden />
						<button type="button" data-send hidden>
							{words.phoneSend}
						</button>
					</p>
				</Panel>
			</div>
			<template>
				<li>
					<img class="thumb" alt="" />
					<span>
						<bdi />
						<br />
						<strong class="fault" />
					</span>
					<Sure label={words.removeDraft}>
						<p>{words.phoneDeleteHint}</p>
						<button type="button" class="danger">
							{words.phoneDelete}
						</button>
					</Sure>
				</li>
			</template>
		</>
	);
}
