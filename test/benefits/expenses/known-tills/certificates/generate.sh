#!/bin/sh
# Writes certificates.json again: a certificate on each curve of tills, and others that no till has. The private keys are not kept.
# OpenSSL makes them and says what they contain, so that a second implementation checks ours.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

certificate() { # The name, the bytes of the public key, whether it may sign others, and the arguments of openssl for the key.
	name=$1 bytes=$2 ca=$3
	shift 3
	openssl "$@" -out "$work/key" 2>/dev/null
	openssl req -x509 -new -key "$work/key" -sha256 -days 3650 -subj "/O=Demo GmbH/CN=Kasse $name" \
		-addext "basicConstraints=critical,CA:$ca" -out "$work/pem"
	said() { openssl x509 -in "$work/pem" -noout "$1" | cut -d= -f2; }
	[ -f "$work/json" ] && printf ',\n' >>"$work/json"
	cat >>"$work/json" <<-EOF
		  "$name": {
		    "key": "$(openssl pkey -in "$work/key" -pubout -outform DER | tail -c "$bytes" | base64 -w0)",
		    "serial": "$(said -serial)",
		    "from": "$(said -startdate)",
		    "until": "$(said -enddate)",
		    "pem": "$(sed 's/$/\\n/' "$work/pem" | tr -d '\n')"
		  }
	EOF
}

certificate P-256 65 FALSE ecparam -genkey -noout -name prime256v1
certificate P-384 97 FALSE ecparam -genkey -noout -name secp384r1
certificate brainpoolP256r1 65 FALSE ecparam -genkey -noout -name brainpoolP256r1
certificate brainpoolP384r1 97 FALSE ecparam -genkey -noout -name brainpoolP384r1
certificate secp256k1 65 FALSE ecparam -genkey -noout -name secp256k1
certificate RSA 256 FALSE genrsa
certificate authority 97 TRUE ecparam -genkey -noout -name secp384r1
{ echo '{'; cat "$work/json"; echo '}'; } >certificates.json
npx biome format --write certificates.json
