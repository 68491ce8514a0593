import { tlv } from './tills.ts';

const CURVES: Record<string, string> = {
	'P-256': '2a8648ce3d030107',
	'P-384': '2b81040022',
	brainpoolP256r1: '2b2403030208010107',
	brainpoolP384r1: '2b240303020801010b',
};

const textOf = (tag: string, text: string): string => tlv(tag, Buffer.from(text).toString('hex'));

const named = (name: string): string =>
	tlv('30', name === '' ? '' : tlv('31', tlv('30', tlv('06', '550403') + textOf('0c', name))));

const timeOf = (time: string): string => textOf('18', `${time.replaceAll(/[-:T]/g, '').slice(0, 14)}Z`);

/** Returns a certificate in PEM for the key that signed a receipt. Its own signature is invalid, because nobody checks it. */
export function certificateOf(
	code: string,
	{
		from = '2020-01-01T00:00:00Z',
		until = '2030-12-31T23:59:59Z',
		name = 'Kasse 1',
		curve = 'P-256',
		isAuthority = false,
	} = {},
): string {
	const key = Buffer.from(code.split(';').at(-1) ?? '', 'base64').toString('hex');
	const algorithm = tlv('30', tlv('06', '2a8648ce3d040302'));
	const signed = tlv(
		'30',
		[
			tlv('a0', '020102'),
			tlv('02', `01${key.slice(-16)}`),
			algorithm,
			named('Authority'),
			tlv('30', timeOf(from) + timeOf(until)),
			named(name),
			tlv(
				'30',
				tlv('30', tlv('06', '2a8648ce3d0201') + tlv('06', CURVES[curve] ?? '')) + tlv('03', `00${key}`),
			),
			isAuthority ? tlv('a3', tlv('30', tlv('30', `${tlv('06', '551d13')}040530030101ff`))) : '',
		].join(''),
	);
	const der = Buffer.from(tlv('30', signed + algorithm + tlv('03', '003006020101020101')), 'hex');
	return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}
