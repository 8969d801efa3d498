{{/* Names, labels and small decisions that several templates share. */}}

{{- define "guildhall.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* Prefix of all object names; at most 40 characters, because suffixes follow. */}}
{{- define "guildhall.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "guildhall.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "guildhall.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Roles that run as Deployments: key in the values → name on the command line. */}}
{{- define "guildhall.roles" -}}
{{- dict "edge" "edge" "controlPlane" "control-plane" "runtime" "runtime" "worker" "worker" | toJson -}}
{{- end -}}

{{- define "guildhall.matchLabels" -}}
app.kubernetes.io/name: {{ include "guildhall.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .role }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{/* Labels of an object; `.role` is optional. */}}
{{- define "guildhall.labels" -}}
{{ include "guildhall.matchLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: guildhall
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "guildhall.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ default .Chart.AppVersion $image.tag }}
{{- end -}}
{{- end -}}

{{- define "guildhall.serviceAccount" -}}
{{- $default := ternary (include "guildhall.fullname" .) "default" .Values.serviceAccount.create -}}
{{- default $default .Values.serviceAccount.name -}}
{{- end -}}

{{/* Most pods that a role may have. */}}
{{- define "guildhall.maxReplicas" -}}
{{- if .autoscaling.enabled -}}
{{- int .autoscaling.maxReplicas -}}
{{- else if kindIs "invalid" .replicas -}}
2
{{- else -}}
{{- int .replicas -}}
{{- end -}}
{{- end -}}

{{/* Longest time between SIGTERM and the end of a process, with a margin. */}}
{{- define "guildhall.gracePeriod" -}}
{{- with .Values.shutdown -}}
{{- add (int .delaySeconds) (int .drainSeconds) (int .marginSeconds) -}}
{{- end -}}
{{- end -}}

{{/* Name of a role's headless Service, as the edges resolve it. */}}
{{- define "guildhall.headlessHost" -}}
{{- $root := .root -}}
{{ include "guildhall.fullname" $root }}-{{ .role }}-headless.{{ $root.Release.Namespace }}.svc.{{ $root.Values.clusterDomain }}
{{- end -}}

{{- define "guildhall.hasCertificates" -}}
{{- if .Values.certificates.issuers }}true{{ end -}}
{{- end -}}
