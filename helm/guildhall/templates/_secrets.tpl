{{/*
Secrets of a role as one projected volume: each process sees only what it needs. The edges are reachable from outside
and have neither the database nor the token key.
*/}}

{{- define "guildhall.secretSource" -}}
- secret:
    name: {{ .name | quote }}
    items:
      {{- range $path, $key := .items }}
      - key: {{ $key | quote }}
        path: {{ $path }}
      {{- end }}
{{- end -}}

{{- define "guildhall.configMapSource" -}}
- configMap:
    name: {{ .name | quote }}
    items:
      - key: {{ .key | quote }}
        path: {{ .path }}
{{- end -}}

{{- define "guildhall.secretSources" -}}
{{- $values := .root.Values -}}
{{- $keys := dict "context_key" $values.keys.secret.contextKey "feed_token" $values.keys.secret.feedToken -}}
{{- if ne .role "edge" -}}
{{- $_ := set $keys "token_key" $values.keys.secret.tokenKey -}}
{{- end -}}
{{ include "guildhall.secretSource" (dict "name" $values.keys.secret.name "items" $keys) }}
{{- if $values.google.clientId }}
{{ include "guildhall.secretSource" (dict "name" $values.google.secret.name "items" (dict "google_client_secret" $values.google.secret.key)) }}
{{- end }}
{{- if ne .role "edge" }}
{{ include "guildhall.secretSource" (dict "name" $values.database.secret.name "items" (dict "database_url" $values.database.secret.key)) }}
{{ include "guildhall.secretSource" (dict "name" $values.redis.secret.name "items" (dict "redis_url" $values.redis.secret.key)) }}
{{ include "guildhall.secretSource" (dict "name" $values.mail.secret.name "items" (dict "smtp_url" $values.mail.secret.key)) }}
{{- if not $values.blob.existingClaim }}
{{ include "guildhall.secretSource" (dict "name" $values.blob.secret.name "items" (dict "blob_access_key" $values.blob.secret.accessKey "blob_secret_key" $values.blob.secret.secretKey)) }}
{{- end }}
{{- if $values.mail.ca.configMap }}
{{ include "guildhall.configMapSource" (dict "name" $values.mail.ca.configMap "key" $values.mail.ca.key "path" "smtp_ca") }}
{{- end }}
{{- range $at, $issuer := $values.certificates.issuers }}
{{- with $issuer.eabSecret }}
{{ include "guildhall.secretSource" (dict "name" .name "items" (dict (printf "eab_key_%d" $at) .key)) }}
{{- end }}
{{- with $issuer.rootConfigMap }}
{{ include "guildhall.configMapSource" (dict "name" .name "key" .key "path" (printf "acme_root_%d" $at)) }}
{{- end }}
{{- end }}
{{- if and (include "guildhall.hasCertificates" .root) $values.certificates.dnsUpdate.server }}
{{ include "guildhall.secretSource" (dict "name" $values.certificates.dnsUpdate.secret.name "items" (dict "tsig_key" $values.certificates.dnsUpdate.secret.key)) }}
{{- end }}
{{- end }}
{{- range $values.extraSecrets }}
{{ include "guildhall.secretSource" (dict "name" .name "items" (dict .path .key)) }}
{{- end }}
{{- if and (eq .role "migrate") $values.database.ownerSecret.name }}
{{ include "guildhall.secretSource" (dict "name" $values.database.ownerSecret.name "items" (dict "database_owner_url" $values.database.ownerSecret.key)) }}
{{- end }}
{{- end -}}
